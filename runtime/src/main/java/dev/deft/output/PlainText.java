package dev.deft.output;

import java.nio.charset.StandardCharsets;

/// Makes output safe to display.
///
/// Escape sequences are removed, a carriage return becomes a line end, and control characters and
/// invalid UTF-8 become `U+FFFD`.
public final class PlainText {

    private static final char UNKNOWN = '\uFFFD';
    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';
    private static final char CSI = '\u009b';
    private static final char STRING_END = '\u009c';

    /// A longer text after the start of a sequence is no sequence.
    private static final int LONGEST_SEQUENCE = 4096;

    private PlainText() {}

    public static String of(byte[] bytes) {
        return of(new String(bytes, StandardCharsets.UTF_8));
    }

    public static String of(String text) {
        if (isPlain(text)) {
            return text;
        }
        var plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            if (c == ESCAPE || isStringStart(c) || c == CSI) {
                i = afterSequence(text, i);
            } else {
                append(plain, text, i, c);
                i++;
            }
        }
        return plain.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isControl(c) && c != '\n' && c != '\t') {
                return false;
            }
        }
        return true;
    }

    private static boolean isControl(char c) {
        return c < 0x20 || (c >= 0x7f && c < 0xa0);
    }

    private static void append(StringBuilder plain, String text, int i, char c) {
        if (!isControl(c) || c == '\n' || c == '\t') {
            plain.append(c);
        } else if (c == '\r') {
            boolean beforeLineEnd = i + 1 < text.length() && text.charAt(i + 1) == '\n';
            plain.append(beforeLineEnd ? "" : "\n");
        } else if (c == '\b') {
            dropLast(plain);
        } else if (c != BELL) {
            plain.append(UNKNOWN);
        }
    }

    private static void dropLast(StringBuilder plain) {
        int last = plain.length() - 1;
        if (last >= 0 && plain.charAt(last) != '\n') {
            plain.setLength(plain.offsetByCodePoints(last + 1, -1));
        }
    }

    private static int afterSequence(String text, int start) {
        if (text.charAt(start) == CSI) {
            return afterControlSequence(text, start + 1);
        }
        if (isStringStart(text.charAt(start))) {
            return afterString(text, start + 1);
        }
        if (start + 1 >= text.length()) {
            return start + 1;
        }
        char kind = text.charAt(start + 1);
        return switch (kind) {
            case '[' -> afterControlSequence(text, start + 2);
            case ']', 'P', 'X', '^', '_' -> afterString(text, start + 2);
            default -> afterShort(text, start + 1);
        };
    }

    /// DCS, SOS, OSC, PM and APC as single C1 characters.
    private static boolean isStringStart(char c) {
        return c == '\u0090' || c == '\u0098' || (c >= '\u009d' && c <= '\u009f');
    }

    private static int afterControlSequence(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x40) {
            i++;
        }
        boolean ended = i < text.length() && text.charAt(i) >= 0x40 && text.charAt(i) < 0x7f;
        return ended ? i + 1 : i;
    }

    /// The sequence ends with BEL or ST; without an end only its start is removed.
    private static int afterString(String text, int from) {
        int most = Math.min(text.length(), from + LONGEST_SEQUENCE);
        for (int i = from; i < most; i++) {
            char c = text.charAt(i);
            if (c == BELL || c == STRING_END) {
                return i + 1;
            }
            if (c == ESCAPE) {
                boolean terminator = i + 1 < text.length() && text.charAt(i + 1) == '\\';
                return terminator ? i + 2 : i;
            }
        }
        return from;
    }

    private static int afterShort(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x30) {
            i++;
        }
        boolean ended = i < text.length() && text.charAt(i) >= 0x30 && text.charAt(i) < 0x7f;
        return ended ? i + 1 : i;
    }
}
