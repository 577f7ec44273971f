package dev.deft.app.interactive;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/// Breaks plain text into lines.
final class Wrap {

    private static final int TAB = 4;

    private Wrap() {}

    /// The lines of a text in one style, broken between words where they are too wide. The text has
    /// no unsafe characters.
    static List<AttributedString> words(String text, int columns, AttributedStyle style) {
        int width = Math.max(1, columns);
        List<AttributedString> lines = new ArrayList<>();
        for (String line : text.replace("\t", " ".repeat(TAB)).split("\n", -1)) {
            broken(new AttributedString(line, style), width, lines);
        }
        return lines;
    }

    private static void broken(AttributedString line, int width, List<AttributedString> lines) {
        AttributedString rest = line;
        while (rest.columnLength() > width) {
            AttributedString head = rest.columnSubSequence(0, width);
            int end = Math.max(1, head.length());
            int blank = rest.toString().lastIndexOf(' ', end);
            int at = blank > 0 && blank <= end ? blank : end;
            lines.add(rest.subSequence(0, at));
            int next = at < rest.length() && rest.charAt(at) == ' ' ? at + 1 : at;
            rest = rest.subSequence(next, rest.length());
        }
        lines.add(rest);
    }
}
