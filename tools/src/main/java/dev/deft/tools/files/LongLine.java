package dev.deft.tools.files;

import dev.deft.host.MatchedLine;

/// Shortens lines that are too long to show, and marks the cut.
final class LongLine {

    static final int MOST_CHARACTERS = 2_000;

    /// How much is shown before a match that is far into a line.
    private static final int BEFORE_MATCH = 500;

    private LongLine() {}

    static boolean isCut(String line) {
        return line.length() > MOST_CHARACTERS;
    }

    static String shown(String line) {
        return isCut(line) ? part(line, 0, line.length()) : line;
    }

    /// The part of a long line around the match.
    static String shown(MatchedLine line) {
        String text = line.text();
        if (!isCut(text)) {
            return text;
        }
        int at = line.matchAt();
        boolean far = at > MOST_CHARACTERS || text.length() < line.length();
        int start = far ? Math.clamp(at - BEFORE_MATCH, 0, text.length() - MOST_CHARACTERS) : 0;
        return part(text, start, line.length());
    }

    private static String part(String text, int from, long length) {
        int start = from > 0 && Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
        int last = start + MOST_CHARACTERS;
        int end = Character.isHighSurrogate(text.charAt(last - 1)) ? last - 1 : last;
        return "%s%s… [line cut, %d more characters]"
                .formatted(
                        start == 0 ? "" : "…", text.substring(start, end), length - (end - start));
    }
}
