package dev.deft.app.terminal.markdown;

/// Where tokens of code end.
final class CodeTokens {

    /// A character in quotes, with its escape, is at most this long.
    private static final int LONGEST_CHAR = 12;

    private CodeTokens() {}

    /// After the closing quote, or the end of the line.
    static int stringEnd(String text, int at) {
        char quote = text.charAt(at);
        for (int i = at + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == quote) {
                return i + 1;
            }
        }
        return text.length();
    }

    /// After the closing quote; after the opening one if it quotes no single character.
    static int charEnd(String text, int at) {
        int end = stringEnd(text.substring(at, Math.min(text.length(), at + LONGEST_CHAR)), 0);
        boolean closed = end > 2 && text.charAt(at + end - 1) == text.charAt(at);
        boolean pair = end == 4 && Character.isHighSurrogate(text.charAt(at + 1));
        boolean one = text.startsWith("\\", at + 1) || end == 3 || pair;
        return closed && one ? at + end : at + 1;
    }

    static int numberEnd(String text, int at) {
        int end = at + 1;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end))
                        || text.charAt(end) == '_'
                        || isPoint(text, end))) {
            end++;
        }
        return end;
    }

    private static boolean isPoint(String text, int at) {
        return text.charAt(at) == '.'
                && at + 1 < text.length()
                && Character.isDigit(text.charAt(at + 1));
    }

    /// After a name, perhaps in brackets: `@Test`, `$HOME`, `${HOME}`, `$(NAME)`.
    static int variableEnd(String text, int at) {
        if (text.startsWith("${", at)) {
            int end = text.indexOf('}', at);
            return end < 0 ? at + 2 : end + 1;
        }
        int end = at + 1;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end;
    }

    /// After the name of a tag or an attribute.
    static int tagNameEnd(String text, int at) {
        int end = at + 1;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end))
                        || "-_:./!?@#".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        return end;
    }
}
