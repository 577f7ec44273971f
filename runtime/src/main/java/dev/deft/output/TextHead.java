package dev.deft.output;

import dev.deft.tool.ToolResult;

/// Cuts a text after a number of UTF-8 bytes, between characters.
public final class TextHead {

    private TextHead() {}

    /// Whether a text has more than this many UTF-8 bytes.
    public static boolean exceeds(String text, int bytes) {
        return text.length() > bytes
                || (text.length() > bytes / 3 && fitting(text, bytes) < text.length());
    }

    public static String of(String text, int bytes) {
        return text.substring(0, fitting(text, bytes));
    }

    private static int fitting(String text, int bytes) {
        int used = 0;
        int i = 0;
        while (i < text.length()) {
            int character = text.codePointAt(i);
            used += width(character);
            if (used > bytes) {
                return i;
            }
            i += Character.charCount(character);
        }
        return i;
    }

    private static int width(int character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }

    /// An output with the head of its text and without data, which would be as long.
    public static ToolResult.Output of(ToolResult.Output output, int bytes) {
        return new ToolResult.Output(
                new Nothing(),
                of(output.text(), bytes),
                output.title(),
                output.attachments(),
                true,
                output.metadata());
    }

    /// Data without fields; the envelope adds the head.
    public record Nothing() {}
}
