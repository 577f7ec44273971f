package dev.deft.app;

import dev.deft.app.PackageTable.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The list of packages on a page for people, which must say what [PackageTable] says.
///
/// @param name of the page, for messages
record PackagePage(String name, SortedMap<String, Line> rows) {

    /// `| module | package | what it is for | may use | reaches |`, names in back quotes.
    private static final Pattern ROW =
            Pattern.compile(
                    "(?m)^\\| (?:`(\\w+)`)? ?\\| `([a-z.]+)` \\| [^|]+ \\| ([^|]*)\\| ([^|]*)\\|$");

    /// `module/ package what it is for → what it may use | what it reaches`, or without the module.
    private static final Pattern LINE =
            Pattern.compile(
                    "(?m)^(?:(\\w+)/)? *([a-z]+(?:\\.[a-z]+)*)  +[^→|\\n]*(?:→ ([^|\\n]*))?(?:\\| ([^|\\n]*))?$");

    /// Reads a table whose rows have the columns module, package, purpose, may use, reaches.
    static PackagePage ofTable(String name, String text) {
        return new PackagePage(name, rows(section(text, "## Packages"), ROW));
    }

    /// Reads the tree of `AGENTS.md`.
    static PackagePage ofTree(String name, String text) {
        return new PackagePage(name, rows(section(text, "### Packages"), LINE));
    }

    private static String section(String text, String heading) {
        int start = text.indexOf("\n" + heading + "\n");
        if (start < 0) {
            throw new IllegalArgumentException("no heading " + heading);
        }
        int end = text.indexOf("\n## ", start + heading.length());
        return text.substring(start + heading.length() + 2, end < 0 ? text.length() : end);
    }

    private static SortedMap<String, Line> rows(String section, Pattern pattern) {
        var rows = new TreeMap<String, Line>();
        String module = "";
        Matcher row = pattern.matcher(section);
        while (row.find()) {
            module = Optional.ofNullable(row.group(1)).orElse(module);
            rows.put(
                    row.group(2),
                    new Line(module, row.group(2), words(row.group(3)), words(row.group(4))));
        }
        return rows;
    }

    private static SortedSet<String> words(@Nullable String cell) {
        return PackageTable.words(Optional.ofNullable(cell).orElse("").replace("`", ""));
    }

    /// What differs between the sources, the rules and this page, as things to do.
    ///
    /// @param tree the module of each package of the sources
    List<String> differences(SortedMap<String, String> tree, PackageTable table) {
        var names = new TreeMap<String, String>(tree);
        table.byPackage().forEach((it, line) -> names.putIfAbsent(it, line.module()));
        rows.forEach((it, row) -> names.putIfAbsent(it, row.module()));
        var differences = new ArrayList<String>();
        for (String it : names.keySet()) {
            difference(
                            it,
                            Optional.ofNullable(tree.get(it)),
                            Optional.ofNullable(table.byPackage().get(it)))
                    .ifPresent(differences::add);
        }
        return differences;
    }

    private Optional<String> difference(String it, Optional<String> module, Optional<Line> line) {
        Optional<Line> row = Optional.ofNullable(rows.get(it));
        if (module.isEmpty()) {
            return Optional.of(
                    "There is no package %s: delete its line in %s."
                            .formatted(it, line.isPresent() ? "PackageTable" : name));
        }
        if (line.isEmpty()) {
            return Optional.of(
                    "Package %s has no line in PackageTable: add one below %s/."
                            .formatted(it, module.get()));
        }
        if (!line.get().module().equals(module.get())) {
            return Optional.of(
                    "Package %s is in module %s: move its line in PackageTable."
                            .formatted(it, module.get()));
        }
        if (row.isEmpty()) {
            return Optional.of(
                    "Package %s has no line in %s: add one that says `%s`."
                            .formatted(it, name, line.get().line()));
        }
        return row.equals(line)
                ? Optional.empty()
                : Optional.of(
                        "The line of %s in %s says `%s/ %s`, but PackageTable says `%s/ %s`: edit the page."
                                .formatted(
                                        it,
                                        name,
                                        row.get().module(),
                                        row.get().line(),
                                        line.get().module(),
                                        line.get().line()));
    }
}
