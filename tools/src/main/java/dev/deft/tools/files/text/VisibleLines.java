package dev.deft.tools.files.text;

import java.util.List;

/// Formats lines for an error message, with numbers and visible whitespace.
public final class VisibleLines {

    private static final int MOST_CHARACTERS = 200;

    private VisibleLines() {}

    /// The lines from `first` up to `end`, counted from 0, one per line.
    public static String block(List<String> lines, int first, int end) {
        var shown = new StringBuilder();
        for (int i = first; i < end; i++) {
            shown.append("%6d|%s\n".formatted(i + 1, line(lines.get(i))));
        }
        return shown.toString().stripTrailing();
    }

    /// A line with tabs as `→` and leading and trailing blanks as `·`.
    public static String line(String line) {
        int textStart = line.length() - line.stripLeading().length();
        int textEnd = line.stripTrailing().length();
        var shown = new StringBuilder();
        for (int i = 0; i < line.length() && i < MOST_CHARACTERS; i++) {
            shown.append(visible(line.charAt(i), i < textStart || i >= textEnd));
        }
        return line.length() > MOST_CHARACTERS ? shown + "…" : shown.toString();
    }

    private static char visible(char it, boolean outside) {
        return switch (it) {
            case '\t' -> '→';
            case '\r' -> '␍';
            case '\u00A0' -> '⍽';
            case ' ' -> outside ? '·' : ' ';
            default -> it;
        };
    }
}
