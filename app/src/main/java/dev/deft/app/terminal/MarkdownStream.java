package dev.deft.app.terminal;

import dev.deft.output.TerminalText;

/// Renders streamed Markdown on a terminal: headings and `**strong**` words in bold, code in a
/// color, bullets as bullets. Everything else stays unchanged.
///
/// Markup counts only if it is closed on the same line; until then the text after it is held back.
/// So a lone star or backtick stays one, however the stream is cut into pieces. Without colors the
/// text stays unchanged.
public final class MarkdownStream {

    /// A longer span is not markup.
    private static final int LONGEST_SPAN = 1_000;

    private static final String FENCES = "`~";
    private static final int FENCE = 3;
    private static final int DEEPEST_HEADING = 6;

    private final TextStyle paint;
    private final StringBuilder waiting = new StringBuilder();
    private boolean lineBegins = true;
    private char fence;

    public MarkdownStream(TextStyle paint) {
        this.paint = paint;
    }

    /// Takes a piece of text.
    ///
    /// @return the part that can be shown now
    public String take(String piece) {
        waiting.append(piece);
        return shown(false);
    }

    /// Ends the text; the next piece starts another one.
    ///
    /// @return the text that was held back
    public String end() {
        String rest = shown(true);
        lineBegins = true;
        fence = 0;
        return rest;
    }

    private String shown(boolean ended) {
        String text = TerminalText.read(taken(ended));
        if (!paint.screen().colors()) {
            return text;
        }
        var shown = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int after = lineBegins ? begin(text, at, ended, shown) : goOn(text, at, ended, shown);
            if (after == at) {
                break;
            }
            lineBegins = text.charAt(after - 1) == '\n';
            at = after;
        }
        waiting.insert(0, text.substring(at));
        return shown.toString();
    }

    /// All pending text except an incomplete character or line end.
    private String taken(boolean ended) {
        int length = waiting.length();
        boolean half =
                length > 0
                        && (waiting.charAt(length - 1) == '\r'
                                || Character.isHighSurrogate(waiting.charAt(length - 1)));
        String text = waiting.substring(0, half && !ended ? length - 1 : length);
        waiting.delete(0, text.length());
        return text;
    }

    /// Handles the start of a line.
    ///
    /// @return the position up to which the text was shown; unchanged if more text is needed
    private int begin(String text, int at, boolean ended, StringBuilder shown) {
        int word = skip(text, at, ' ');
        if (word == text.length() && !ended) {
            return at;
        }
        int line = text.indexOf('\n', at);
        boolean whole = line >= 0 || ended;
        int end = line >= 0 ? line + 1 : text.length();
        char first = word < text.length() ? text.charAt(word) : '\n';
        int run = skip(text, word, first) - word;
        if (FENCES.indexOf(first) >= 0 && (fence == 0 || fence == first)) {
            if (run >= FENCE) {
                return whole ? fence(text, at, end, first, shown) : at;
            }
            if (word + run == text.length() && !ended) {
                return at;
            }
        }
        if (fence != 0) {
            return code(text, at, shown);
        }
        if (first == '#' && run <= DEEPEST_HEADING) {
            boolean heading = word + run < end && text.charAt(word + run) == ' ';
            if (!whole) {
                return at;
            }
            if (heading) {
                return heading(text, word + run + 1, end, shown);
            }
        }
        if ((first == '-' || first == '*' || first == '+') && run == 1) {
            if (word + 1 == text.length() && !ended) {
                return at;
            }
            if (word + 1 < text.length() && text.charAt(word + 1) == ' ') {
                shown.append(text, at, word).append("• ");
                return word + 2;
            }
        }
        shown.append(text, at, word);
        return word == at ? goOn(text, at, ended, shown) : word;
    }

    private int fence(String text, int at, int end, char first, StringBuilder shown) {
        fence = fence == 0 ? first : 0;
        return styled(text, at, end, shown, paint::dim);
    }

    private int heading(String text, int at, int end, StringBuilder shown) {
        String words = text.substring(at, end).replace("**", "");
        int _ = styled(words, 0, words.length(), shown, paint::bold);
        return end;
    }

    private int code(String text, int at, StringBuilder shown) {
        int line = text.indexOf('\n', at);
        return styled(text, at, line < 0 ? text.length() : line + 1, shown, paint::cyan);
    }

    /// No style spans the end of a line.
    private static int styled(String text, int at, int end, StringBuilder shown, Style style) {
        boolean line = end > at && text.charAt(end - 1) == '\n';
        String words = text.substring(at, line ? end - 1 : end);
        shown.append(words.isEmpty() ? "" : style.of(words)).append(line ? "\n" : "");
        return end;
    }

    /// Handles the rest of a line: plain words up to the next markup, or a complete span.
    private int goOn(String text, int at, boolean ended, StringBuilder shown) {
        if (fence != 0) {
            return code(text, at, shown);
        }
        char first = text.charAt(at);
        if (first == '`' || first == '*') {
            return span(text, at, ended, shown);
        }
        int end = at;
        while (end < text.length() && "`*\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        end = end < text.length() && text.charAt(end) == '\n' ? end + 1 : end;
        shown.append(text, at, end);
        return end;
    }

    private int span(String text, int at, boolean ended, StringBuilder shown) {
        char mark = text.charAt(at);
        int inside = skip(text, at, mark);
        String marks = text.substring(at, inside);
        int line = text.indexOf('\n', at);
        int end = line >= 0 ? line : text.length();
        boolean complete = line >= 0 || ended || end - at > LONGEST_SPAN;
        if (mark == '*' && marks.length() != 2) {
            return inside == text.length() && !complete ? at : literal(text, at, inside, shown);
        }
        int close = close(text, inside, end, marks);
        boolean sure = complete || close + marks.length() < end;
        if (close > inside && sure) {
            String words = text.substring(inside, close);
            shown.append(mark == '`' ? paint.cyan(words) : paint.bold(words));
            return close + marks.length();
        }
        return complete ? literal(text, at, inside, shown) : at;
    }

    /// The position of the closing markup; -1 if there is none.
    private static int close(String text, int inside, int end, String marks) {
        char mark = marks.charAt(0);
        int last = Math.min(end, inside + LONGEST_SPAN);
        for (int at = text.indexOf(marks, inside); at >= 0 && at < last; ) {
            int after = skip(text, at, mark);
            boolean tight = mark == '`' || (!isBlank(text, at - 1) && !isBlank(text, inside));
            if (after - at == marks.length() && tight) {
                return at;
            }
            at = text.indexOf(marks, after);
        }
        return -1;
    }

    private static boolean isBlank(String text, int at) {
        return Character.isWhitespace(text.charAt(at));
    }

    private static int literal(String text, int at, int end, StringBuilder shown) {
        shown.append(text, at, end);
        return end;
    }

    private static int skip(String text, int at, char mark) {
        int end = at;
        while (end < text.length() && text.charAt(end) == mark) {
            end++;
        }
        return end;
    }

    @FunctionalInterface
    private interface Style {

        String of(String words);
    }
}
