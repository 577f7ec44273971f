package dev.deft.tools.files.page;

import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/// Lines of a text that fit into one result.
///
/// @param content the text of these lines, with their line ends
/// @param lines the same lines without their line ends
/// @param startLine the number of the first line, counted from 1; 0 if there is none
/// @param lastLineCut whether the last line continues
public record Page(String content, List<String> lines, long startLine, boolean lastLineCut) {

    public static final Page EMPTY = new Page("", List.of(), 0, false);

    public Page {
        lines = List.copyOf(lines);
    }

    /// How much fits into a result.
    ///
    /// @param perLine additional bytes for each line
    public record Room(int bytes, int perLine) {}

    /// As many whole lines of a text as fit; if not even the first one fits, its beginning.
    ///
    /// @param text starts at the start of a line
    /// @param cut whether the text was cut after its last line end
    public static Page fitting(String text, boolean cut, long startLine, Room room) {
        var lines = new ArrayList<String>();
        boolean all = isSmall(text, room);
        long bytes = 0;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            int next = end < 0 ? text.length() : end + 1;
            bytes += all ? 0 : Utf8.length(text.substring(start, next)) + room.perLine();
            boolean partial = end < 0 && cut;
            if (bytes > room.bytes() || (partial && !lines.isEmpty())) {
                return lines.isEmpty()
                        ? beginning(text.substring(0, next), startLine, room)
                        : new Page(text.substring(0, start), lines, startLine, false);
            }
            lines.add(withoutEnd(text.substring(start, next)));
            if (partial) {
                return new Page(text, lines, startLine, true);
            }
            start = next;
        }
        return lines.isEmpty() ? EMPTY : new Page(text, lines, startLine, false);
    }

    /// Whether a text fits even if each of its characters is a line.
    private static boolean isSmall(String text, Room room) {
        long left = room.bytes() - (long) room.perLine() * text.length();
        return left > 0 && Utf8.fits(text, left);
    }

    private static Page beginning(String line, long startLine, Room room) {
        String head = Utf8.head(line, Math.max(1, room.bytes() - room.perLine()));
        return new Page(head, List.of(head), startLine, true);
    }

    /// Part of a text that may start and end inside a line.
    ///
    /// @param cut whether the text continues
    public static Page piece(String text, boolean cut, long startLine) {
        if (text.isEmpty()) {
            return EMPTY;
        }
        return new Page(text, Document.of(text).lines(), startLine, cut && !text.endsWith("\n"));
    }

    private static String withoutEnd(String line) {
        if (line.endsWith("\r\n")) {
            return line.substring(0, line.length() - 2);
        }
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }

    /// The number of the last line, which may be incomplete.
    public long endLine() {
        return lines.isEmpty() ? 0 : startLine + lines.size() - 1;
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }
}
