package dev.deft.tools.files.patch;

import dev.deft.host.HostException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses one hunk of a unified diff.
///
/// The counts of `@@ -1,5 +1,6 @@` determine the end of a hunk if they agree with its lines. If
/// not, as in many diffs written by hand or by a model, the first characters of the lines decide:
/// each hunk must match the file anyway.
final class UnifiedHunkReader {

    private static final Pattern RANGE =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+\\d{1,9}(?:,(\\d{1,9}))? @@.*");

    private final List<String> lines;
    private final int start;
    private final List<Hunk.Line> body = new ArrayList<>();
    private Hunk.FinalLineEnd end = Hunk.FinalLineEnd.STAYS;
    private int at;
    private int oldLeft;
    private int newLeft;

    UnifiedHunkReader(List<String> lines, int start) {
        this.lines = lines;
        this.start = start;
        this.at = start + 1;
    }

    /// The line after the hunk.
    int next() {
        return at;
    }

    Hunk hunk() throws HostException {
        Matcher range = RANGE.matcher(lines.get(start));
        if (!range.matches()) {
            throw PatchParser.unexpected(lines, start, "a line such as `@@ -1,5 +1,6 @@`");
        }
        int first = Integer.parseInt(range.group(1));
        oldLeft = count(range.group(2));
        newLeft = count(range.group(3));
        boolean inserts = oldLeft == 0;
        while (at < lines.size() && belongs(lines.get(at))) {
            take(lines.get(at));
            at++;
        }
        if (body.isEmpty()) {
            throw PatchParser.unexpected(lines, at, "a line that begins with a blank, `+` or `-`");
        }
        int oldLine = inserts ? first : Math.max(0, first - 1);
        return new Hunk(List.of(), body, false, start + 1, OptionalInt.of(oldLine), end);
    }

    private static int count(@org.jspecify.annotations.Nullable String said) {
        return said == null ? 1 : Integer.parseInt(said);
    }

    private boolean belongs(String line) {
        if (line.startsWith("\\")) {
            return true;
        }
        boolean counted = oldLeft > 0 || newLeft > 0;
        if (line.isEmpty()) {
            return counted && oldLeft > 0 && newLeft > 0;
        }
        return switch (line.charAt(0)) {
            case ' ', '+' -> counted || !isOver(line);
            case '-' -> (counted && oldLeft > 0) || !isOver(line);
            default -> false;
        };
    }

    /// Whether a line after the counted ones belongs to the next file or the end of a mail.
    private boolean isOver(String line) {
        boolean nextFile =
                line.startsWith("--- ")
                        && at + 1 < lines.size()
                        && lines.get(at + 1).startsWith("+++ ");
        return nextFile || line.equals("-- ") || line.equals("--");
    }

    private void take(String line) {
        if (line.startsWith("\\")) {
            unended();
            return;
        }
        char sign = line.isEmpty() ? ' ' : line.charAt(0);
        String text = line.isEmpty() ? "" : line.substring(1);
        switch (sign) {
            case '-' -> add(Hunk.Sign.REMOVED, text);
            case '+' -> add(Hunk.Sign.ADDED, text);
            default -> add(Hunk.Sign.CONTEXT, text);
        }
    }

    private void add(Hunk.Sign sign, String text) {
        body.add(new Hunk.Line(sign, text));
        oldLeft -= sign == Hunk.Sign.ADDED ? 0 : 1;
        newLeft -= sign == Hunk.Sign.REMOVED ? 0 : 1;
    }

    /// `\ No newline at end of file` refers to the previous line. If that line is removed, the new
    /// last line has a line end.
    private void unended() {
        if (!body.isEmpty()) {
            end =
                    switch (body.getLast().sign()) {
                        case CONTEXT -> Hunk.FinalLineEnd.STAYS;
                        case REMOVED -> Hunk.FinalLineEnd.PRESENT;
                        case ADDED -> Hunk.FinalLineEnd.ABSENT;
                    };
        }
    }
}
