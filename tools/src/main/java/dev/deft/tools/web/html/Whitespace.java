package dev.deft.tools.web.html;

/// White space as HTML collapses it, and the no-break space, which is written as a plain one.
final class Whitespace {

    private static final char NO_BREAK_SPACE = '\u00a0';

    private Whitespace() {}

    static boolean is(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == NO_BREAK_SPACE;
    }

    /// The text with single spaces between its words, and none around them.
    static String collapsed(String text) {
        var words = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (is(c)) {
                gap = true;
            } else {
                if (gap && !words.isEmpty()) {
                    words.append(' ');
                }
                gap = false;
                words.append(c);
            }
        }
        return words.toString();
    }
}
