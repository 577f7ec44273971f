package dev.deft.lsp;

import dev.deft.output.PlainText;

/// Text that a server sends, bounded.
final class ServerText {

    private static final int MOST_LINE = 500;
    private static final int MOST_TEXT = 64 * 1024;

    private ServerText() {}

    /// One line of plain text.
    static String line(String text) {
        String plain =
                PlainText.of(head(text, 4 * MOST_LINE)).strip().replaceAll("\\s*\\R\\s*", " ");
        return head(plain, MOST_LINE);
    }

    /// A longer text.
    static String text(String text) {
        return head(text, MOST_TEXT);
    }

    private static String head(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }
}
