package dev.deft.schema;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Names that models use for the same argument, since they learned them with other tools.
final class Synonyms {

    /// Spelled small and without marks between the words, as [#plain] does it. A name may stand in
    /// several sets; it counts only where one of the arguments a tool has can be meant.
    private static final List<Set<String>> SETS =
            List.of(
                    Set.of(
                            "path",
                            "filepath",
                            "filename",
                            "targetfile",
                            "absolutepath",
                            "directory",
                            "directorypath",
                            "dirpath",
                            "dir",
                            "folder"),
                    Set.of("oldtext", "oldstring", "oldstr"),
                    Set.of("newtext", "newstring", "newstr"),
                    Set.of("content", "contents", "filecontent", "filetext", "text"),
                    Set.of("command", "cmd", "script"),
                    Set.of("pattern", "regex", "regexp", "query", "glob", "globpattern"),
                    Set.of("include", "glob", "filepattern", "includepattern"),
                    Set.of("workdir", "workingdirectory", "workingdir", "cwd", "directory", "dir"),
                    Set.of("from", "source", "src", "sourcepath", "oldpath"),
                    Set.of("to", "destination", "dest", "destinationpath", "newpath"),
                    Set.of("patch", "patchtext", "diff", "input"),
                    Set.of("background", "runinbackground", "isbackground"),
                    Set.of("processid", "bashid", "shellid", "id"),
                    Set.of("todos", "todolist", "items", "tasks"),
                    Set.of("key", "name", "variable"),
                    Set.of("url", "uri"));

    private Synonyms() {}

    /// The field that a name nobody knows stands for, where exactly one can be meant.
    ///
    /// @param free whether the field of this name can take it
    static Optional<String> meant(String name, List<Shape.Field> fields, Predicate<String> free) {
        List<String> spelled =
                fields.stream().map(Shape.Field::name).filter(it -> alike(it, name)).toList();
        List<String> found =
                spelled.isEmpty()
                        ? fields.stream()
                                .map(Shape.Field::name)
                                .filter(it -> mean(plain(it), plain(name)))
                                .filter(free)
                                .toList()
                        : spelled.stream().filter(free).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static boolean mean(String field, String name) {
        return SETS.stream().anyMatch(it -> it.contains(field) && it.contains(name));
    }

    /// Whether two names differ only in how their words are written: `replaceAll`, `replace_all`.
    static boolean alike(String name, String other) {
        return plain(name).equals(plain(other));
    }

    private static String plain(String name) {
        return name.strip().replaceAll("[_\\- ]", "").toLowerCase(Locale.ROOT);
    }
}
