package dev.deft.script;

import java.util.List;
import java.util.Set;

/// Builtins of bash whose arguments bash itself evaluates.
final class Builtins {

    private static final Set<String> SPECIAL =
            Set.of(
                    "eval",
                    "exec",
                    "source",
                    ".",
                    "trap",
                    "command",
                    "builtin",
                    "export",
                    "declare",
                    "typeset",
                    "local",
                    "readonly",
                    "unset",
                    "set",
                    "shopt",
                    "alias",
                    "unalias",
                    "enable",
                    "hash",
                    "let",
                    "read",
                    "mapfile",
                    "readarray",
                    "printf",
                    "test",
                    "[",
                    "cd",
                    "pushd",
                    "popd",
                    "return",
                    "exit",
                    "break",
                    "continue",
                    "shift",
                    "times",
                    ":",
                    "wait",
                    "getopts",
                    "bind",
                    "complete",
                    "compgen",
                    "compopt");

    /// Those that take names of variables, where `a[$(id)]` runs `id`.
    private static final Set<String> NAMING =
            Set.of(
                    "export",
                    "declare",
                    "typeset",
                    "local",
                    "readonly",
                    "unset",
                    "read",
                    "mapfile",
                    "readarray",
                    "printf",
                    "let",
                    "wait",
                    "getopts");

    private Builtins() {}

    static boolean contains(String name) {
        return SPECIAL.contains(name);
    }

    /// Notes what a builtin would do to the reading of the script itself.
    static void check(String name, List<Word> words, Reading reading) {
        boolean tests = name.equals("[") || name.equals("test");
        boolean naming =
                tests
                        ? words.stream().anyMatch(it -> it.is("-v") || it.constant().isEmpty())
                        : NAMING.contains(name);
        if (naming) {
            words.stream()
                    .skip(1)
                    .filter(Builtins::hidesCommand)
                    .findFirst()
                    .ifPresent(it ->
                            reading.doubt(
                                    "`%s` in %s may run a command".formatted(it.display(), name)));
        }
        switch (name) {
            case "hash", "enable", "bind", "complete", "compgen", "fc" ->
                    reading.doubt(name + " may change what later words run");
            case "alias" -> reading.doubt("an alias may change what later words mean");
            case "shopt", "set" -> options(name, words, reading);
            case "declare", "typeset", "local", "readonly", "export" ->
                    attributes(name, words, reading);
            case "let" ->
                    words.stream().skip(1).forEach(it -> Arithmetic.names(it.display(), reading));
            case "read", "mapfile", "readarray", "getopts" ->
                    words.stream()
                            .skip(1)
                            .forEach(it ->
                                    it.constant()
                                            .ifPresent(text ->
                                                    reading.assigned(text, Word.unknown(text))));
            case "printf" -> written(words, reading);
            default -> {}
        }
    }

    /// Whether a subscript in a word holds something to be expanded a second time.
    private static boolean hidesCommand(Word word) {
        var text = new StringBuilder();
        for (Word.Part part : word.parts()) {
            switch (part) {
                case Word.Part.Text(String known) -> text.append(known);
                case Word.Part.Unknown _ -> text.append('$');
            }
        }
        int open = text.indexOf("[");
        return open >= 0 && (text.indexOf("$", open) > 0 || text.indexOf("`", open) > 0);
    }

    private static void options(String name, List<Word> words, Reading reading) {
        boolean changes =
                words.stream()
                        .skip(1)
                        .anyMatch(it ->
                                it.constant()
                                        .map(text ->
                                                text.equals("expand_aliases")
                                                        || text.equals("posix"))
                                        .orElse(name.equals("shopt")));
        if (changes) {
            reading.doubt(name + " changes how the script is read");
        }
    }

    /// `declare -n` makes another name for a variable, `-i` an expression of every value.
    private static void attributes(String name, List<Word> words, Reading reading) {
        boolean changes =
                words.stream()
                        .skip(1)
                        .anyMatch(it -> it.prefix().matches("(?s)[-+][A-Za-z]*[ni].*"));
        if (changes) {
            reading.doubt(name + " changes what an assignment does");
        }
    }

    private static void written(List<Word> words, Reading reading) {
        for (int i = 1; i + 1 < words.size(); i++) {
            if (words.get(i).is("-v")) {
                String variable = words.get(i + 1).display();
                reading.assigned(variable, Word.unknown(variable));
            }
        }
    }
}
