package dev.deft.app.terminal.diff;

import dev.deft.app.terminal.diff.DiffSection.Kind;
import dev.deft.app.terminal.diff.DiffSection.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a unified diff, also with the lines that Git adds. What it does not know is kept as text.
final class DiffReader {

    private static final Pattern HUNK =
            Pattern.compile(
                    "@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@ ?(.*)");

    private static final Pattern GIT =
            Pattern.compile(
                    "(index |old mode |new mode |new file mode |deleted file mode |similarity index"
                            + " |dissimilarity index |rename |copy ).*");

    private static final String NO_FILE = "/dev/null";

    private final List<String> lines;
    private final List<DiffSection> sections = new ArrayList<>();
    private int at;

    private String oldName = "";
    private String newName = "";
    private List<DiffSection.Hunk> hunks = new ArrayList<>();

    private DiffReader(String diff) {
        this.lines =
                List.of(
                        (diff.endsWith("\n") ? diff.substring(0, diff.length() - 1) : diff)
                                .split("\n", -1));
    }

    static List<DiffSection> read(String diff) {
        if (diff.isEmpty()) {
            return List.of();
        }
        var reader = new DiffReader(diff);
        while (reader.at < reader.lines.size()) {
            reader.next();
        }
        reader.endFile();
        return reader.sections;
    }

    private void next() {
        String line = lines.get(at);
        Matcher hunk = HUNK.matcher(line.endsWith("\r") ? withoutLast(line) : line);
        if (hunk.matches()) {
            at++;
            hunk(hunk);
        } else if (isFile()) {
            endFile();
            oldName = name(line.substring(4), "a/");
            newName = name(lines.get(at + 1).substring(4), "b/");
            at += 2;
        } else if (line.startsWith("diff ")) {
            endFile();
            gitHeader(line);
        } else {
            endFile();
            sections.add(new DiffSection.Other(line));
            at++;
        }
    }

    private boolean isFile() {
        return at + 1 < lines.size()
                && lines.get(at).startsWith("--- ")
                && lines.get(at + 1).startsWith("+++ ");
    }

    /// Git says more than a diff needs; a file without hunks is shown by it alone.
    private void gitHeader(String line) {
        var notes = new ArrayList<String>();
        at++;
        while (at < lines.size() && GIT.matcher(lines.get(at)).matches()) {
            notes.add(lines.get(at));
            at++;
        }
        if (at < lines.size() && isFile()) {
            return;
        }
        sections.add(new DiffSection.Other(line));
        notes.forEach(it -> sections.add(new DiffSection.Other(it)));
    }

    private static String name(String text, String prefix) {
        String name = text.endsWith("\r") ? withoutLast(text) : text;
        int tab = name.indexOf('\t');
        String plain = tab < 0 ? name : name.substring(0, tab);
        return plain.startsWith(prefix) ? plain.substring(prefix.length()) : plain;
    }

    private static String withoutLast(String text) {
        return text.substring(0, text.length() - 1);
    }

    private void hunk(Matcher head) {
        int oldAt = Integer.parseInt(head.group(1));
        int newAt = Integer.parseInt(head.group(3));
        int oldLeft = head.group(2) == null ? 1 : Integer.parseInt(head.group(2));
        int newLeft = head.group(4) == null ? 1 : Integer.parseInt(head.group(4));
        var rows = new ArrayList<Row>();
        while (at < lines.size()) {
            String line = lines.get(at);
            char sign = line.isEmpty() ? ' ' : line.charAt(0);
            String text = line.isEmpty() ? "" : line.substring(1);
            if (sign == '\\') {
                rows.add(new Row(Kind.NOTE, 0, text.strip()));
            } else if (sign == ' ' && oldLeft > 0 && newLeft > 0) {
                rows.add(new Row(Kind.CONTEXT, newAt++, text));
                oldAt++;
                oldLeft--;
                newLeft--;
            } else if (sign == '-' && oldLeft > 0) {
                rows.add(new Row(Kind.REMOVED, oldAt++, text));
                oldLeft--;
            } else if (sign == '+' && newLeft > 0) {
                rows.add(new Row(Kind.ADDED, newAt++, text));
                newLeft--;
            } else {
                break;
            }
            at++;
        }
        hunks.add(
                new DiffSection.Hunk(hunks.isEmpty(), head.group(5), withoutCarriageReturns(rows)));
    }

    /// A carriage return matters only where some lines have one and others do not.
    private static List<Row> withoutCarriageReturns(List<Row> rows) {
        boolean all =
                rows.stream()
                        .filter(it -> it.kind() != Kind.NOTE)
                        .allMatch(it -> it.text().endsWith("\r"));
        return all
                ? rows.stream()
                        .map(it ->
                                it.kind() == Kind.NOTE ? it : it.withText(withoutLast(it.text())))
                        .toList()
                : rows;
    }

    private void endFile() {
        boolean named = !oldName.isEmpty() || !newName.isEmpty();
        if (named || !hunks.isEmpty()) {
            sections.add(
                    new DiffSection.FileStart(
                            title(), note(), count(Kind.ADDED), count(Kind.REMOVED), highest()));
            sections.addAll(hunks);
        }
        oldName = "";
        newName = "";
        hunks = new ArrayList<>();
    }

    private String title() {
        if (newName.equals(NO_FILE) || newName.isEmpty()) {
            return oldName;
        }
        boolean same = oldName.equals(newName) || oldName.equals(NO_FILE) || oldName.isEmpty();
        return same ? newName : oldName + " → " + newName;
    }

    private String note() {
        if (oldName.equals(NO_FILE)) {
            return "new file";
        }
        return newName.equals(NO_FILE) ? "deleted" : "";
    }

    private int count(Kind kind) {
        return (int)
                hunks.stream()
                        .flatMap(it -> it.rows().stream())
                        .filter(it -> it.kind() == kind)
                        .count();
    }

    private int highest() {
        return hunks.stream()
                .flatMap(it -> it.rows().stream())
                .mapToInt(Row::number)
                .max()
                .orElse(0);
    }
}
