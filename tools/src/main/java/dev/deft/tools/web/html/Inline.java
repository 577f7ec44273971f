package dev.deft.tools.web.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The text of the current block, with its spans of emphasis, code and links.
///
/// Spans that are open at the end of a block are closed there and go on in the next one; a link
/// goes on as plain text.
final class Inline {

    /// A line break inside a block.
    static final char BREAK = '\n';

    private static final char SOFT_HYPHEN = '\u00ad';

    private final boolean marks;
    private final StringBuilder text = new StringBuilder();
    private final List<Span> open = new ArrayList<>();

    Inline(boolean marks) {
        this.marks = marks;
    }

    /// The kind of a span.
    enum Kind {
        BOLD("**"),
        ITALIC("*"),
        DELETED("~~"),
        CODE("`"),
        LINK("");

        private final String mark;

        Kind(String mark) {
            this.mark = mark;
        }
    }

    private static final class Span {
        private final Kind kind;
        private final boolean shown;
        private Optional<String> address;
        private int start;

        Span(Kind kind, boolean shown, Optional<String> address, int start) {
            this.kind = kind;
            this.shown = shown;
            this.address = address;
            this.start = start;
        }
    }

    /// Adds text, with white space collapsed.
    void add(String more) {
        for (int i = 0; i < more.length(); i++) {
            char c = more.charAt(i);
            if (!Whitespace.is(c)) {
                if (c != SOFT_HYPHEN) {
                    text.append(c);
                }
            } else if (!endsWithGap()) {
                text.append(' ');
            }
        }
    }

    private boolean endsWithGap() {
        return text.isEmpty() || isGap(text.charAt(text.length() - 1));
    }

    private static boolean isGap(char c) {
        return c == ' ' || c == BREAK;
    }

    void addBreak() {
        while (!text.isEmpty()
                && text.charAt(text.length() - 1) == ' '
                && text.length() > least()) {
            text.setLength(text.length() - 1);
        }
        text.append(BREAK);
    }

    private int least() {
        return open.isEmpty() ? 0 : open.getLast().start;
    }

    /// Adds what is already Markdown, such as a picture.
    void addWritten(String written) {
        text.append(written);
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    boolean endsWithWord() {
        return !endsWithGap();
    }

    boolean isIn(Kind kind) {
        for (Span it : open) {
            if (it.kind == kind) {
                return true;
            }
        }
        return false;
    }

    void open(Kind kind, Optional<String> address) {
        if (kind == Kind.LINK) {
            splitCode();
        }
        boolean again = isIn(kind) || (kind != Kind.LINK && isIn(Kind.CODE));
        open.add(new Span(kind, marks && !again, address, text.length()));
    }

    /// Code around a link is written before it, inside it and after it.
    private void splitCode() {
        for (Span it : open) {
            if (it.kind == Kind.CODE && it.shown) {
                write(it);
            }
        }
    }

    void close() {
        Span span = open.removeLast();
        if (span.kind != Kind.LINK) {
            write(span);
            return;
        }
        splitCode();
        write(span);
        for (Span it : open) {
            if (it.kind == Kind.CODE) {
                it.start = text.length();
            }
        }
    }

    /// Puts the marks around the text of a span, and moves its start behind it.
    private void write(Span span) {
        int start = Math.min(span.start, text.length());
        int from = start;
        int to = text.length();
        while (from < to && isGap(text.charAt(from))) {
            from++;
        }
        while (to > from && isGap(text.charAt(to - 1))) {
            to--;
        }
        if (span.shown && from < to) {
            String inner = text.substring(from, to);
            String written =
                    switch (span.kind) {
                        case CODE -> code(inner);
                        case LINK -> link(inner, span);
                        case BOLD, ITALIC, DELETED -> span.kind.mark + inner + span.kind.mark;
                    };
            String after = text.substring(to);
            text.setLength(from);
            text.append(written).append(after);
        }
        span.start = text.length();
    }

    private static String code(String inner) {
        String line = inner.replace(BREAK, ' ');
        String fence = "`".repeat(longestRun(line, '`') + 1);
        boolean edge = line.startsWith("`") || line.endsWith("`");
        return edge ? fence + " " + line + " " + fence : fence + line + fence;
    }

    private static String link(String inner, Span span) {
        if (span.address.isEmpty()) {
            return inner;
        }
        String address = span.address.get();
        span.address = Optional.empty();
        String label = inner.replace(BREAK, ' ');
        return "[" + (isBalanced(label) ? label : escaped(label)) + "](" + address + ")";
    }

    static int longestRun(CharSequence text, char c) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == c ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static boolean isBalanced(String label) {
        int depth = 0;
        for (int i = 0; i < label.length() && depth >= 0; i++) {
            char c = label.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        }
        return depth == 0;
    }

    private static String escaped(String label) {
        return label.replace("[", "\\[").replace("]", "\\]");
    }

    /// Ends the block and returns its text.
    String take() {
        for (int i = open.size() - 1; i >= 0; i--) {
            write(open.get(i));
        }
        String block = text.toString().strip();
        text.setLength(0);
        open.forEach(it -> it.start = 0);
        return block;
    }
}
