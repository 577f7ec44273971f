package dev.deft.search;

import dev.deft.search.RegexParser.NotRegularException;
import java.util.BitSet;
import java.util.Locale;

/// Reads the parts of a regular expression that stand for a set of characters: `[…]` and escapes.
final class RegexSets {

    private final int[] text;
    private final boolean ignoreCase;
    private int at;

    RegexSets(int[] text, int at, boolean ignoreCase) {
        this.text = text;
        this.at = at;
        this.ignoreCase = ignoreCase;
    }

    int at() {
        return at;
    }

    /// Reads from behind the opening bracket to behind the closing one.
    CodePoints set() throws RegexSyntaxException, NotRegularException {
        int start = at - 1;
        boolean negated = peek('^');
        if (negated) {
            at++;
        }
        CodePoints set = CodePoints.NONE;
        boolean first = true;
        while (at < text.length && (first || text[at] != ']')) {
            first = false;
            if (peek('&') && at + 1 < text.length && text[at + 1] == '&') {
                throw new NotRegularException();
            }
            set = set.or(member());
        }
        if (at >= text.length) {
            throw new RegexSyntaxException("unclosed set", start);
        }
        at++;
        CodePoints cased = ignoreCase ? set.anyCase() : set;
        return negated ? cased.negated().without('\n') : cased;
    }

    private CodePoints member() throws RegexSyntaxException, NotRegularException {
        int start = at;
        if (peek('[')) {
            if (at + 1 < text.length && text[at + 1] == ':') {
                return named();
            }
            throw new NotRegularException();
        }
        CodePoints low = single();
        boolean range = peek('-') && at + 1 < text.length && text[at + 1] != ']' && low.size() == 1;
        if (!range) {
            return low;
        }
        at++;
        if (peek('[')) {
            throw new NotRegularException();
        }
        CodePoints high = single();
        if (high.size() != 1 || high.ranges()[0] < low.ranges()[0]) {
            throw new RegexSyntaxException("a range in a set is reversed", start);
        }
        return CodePoints.of(low.ranges()[0], high.ranges()[0]);
    }

    private CodePoints single() throws RegexSyntaxException, NotRegularException {
        int c = text[at++];
        if (c != '\\') {
            return CodePoints.of(c, c);
        }
        if (at >= text.length) {
            throw new RegexSyntaxException("a backslash at the end", at - 1);
        }
        if (text[at] == 'b') {
            at++;
            return CodePoints.of('\b', '\b');
        }
        return new RegexSets(text, at, false).escapeInto(this);
    }

    private CodePoints escapeInto(RegexSets outer)
            throws RegexSyntaxException, NotRegularException {
        CodePoints set = escape();
        outer.at = at;
        return set;
    }

    private CodePoints named() throws RegexSyntaxException, NotRegularException {
        int start = at;
        int end = at + 2;
        while (end + 1 < text.length && !(text[end] == ':' && text[end + 1] == ']')) {
            end++;
        }
        if (end + 1 >= text.length) {
            throw new NotRegularException();
        }
        String name = new String(text, at + 2, end - at - 2);
        boolean negated = name.startsWith("^");
        BitSet members = new BitSet();
        if (!AsciiClass.addTo(members, negated ? name.substring(1) : name)) {
            throw new RegexSyntaxException("unknown class [:%s:]".formatted(name), start);
        }
        at = end + 2;
        CodePoints set = CodePoints.NONE;
        for (int i = members.nextSetBit(0); i >= 0; i = members.nextSetBit(i + 1)) {
            set = set.or(CodePoints.of(i, i));
        }
        return negated ? set.negated() : set;
    }

    /// Reads what follows a backslash.
    CodePoints escape() throws RegexSyntaxException, NotRegularException {
        int start = at - 1;
        int c = text[at++];
        return switch (c) {
            case 'd' -> CodePoints.DIGIT;
            case 'D' -> CodePoints.DIGIT.negated().without('\n');
            case 'w' -> CodePoints.WORD;
            case 'W' -> CodePoints.WORD.negated().without('\n');
            case 's' -> CodePoints.SPACE;
            case 'S' -> CodePoints.SPACE.negated();
            case 'n' -> one('\n');
            case 't' -> one('\t');
            case 'r' -> one('\r');
            case 'f' -> one('\f');
            case 'v' -> one(0x0b);
            case 'a' -> one(7);
            case 'e' -> one(27);
            case 'x', 'u', 'U' -> one(hex(c, start));
            case 'p', 'P' -> property(c == 'P', start);
            default -> {
                if (c < 128 && Character.isLetterOrDigit(c)) {
                    throw new NotRegularException();
                }
                yield one(c);
            }
        };
    }

    private CodePoints one(int c) {
        CodePoints set = CodePoints.of(c, c);
        return ignoreCase ? set.anyCase() : set;
    }

    private int hex(int kind, int start) throws RegexSyntaxException {
        int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
        int end = at + digits;
        int from = at;
        if (peek('{')) {
            from = at + 1;
            end = from;
            while (end < text.length && text[end] != '}') {
                end++;
            }
            at = end + 1;
        } else {
            at = end;
        }
        if (end > text.length || at > text.length || end == from || end - from > 8) {
            throw new RegexSyntaxException("unfinished character number", start);
        }
        long value = 0;
        for (int i = from; i < end; i++) {
            int digit = Character.digit(text[i], 16);
            value = digit < 0 ? -1 : value * 16 + digit;
            if (value < 0 || value > Character.MAX_CODE_POINT) {
                throw new RegexSyntaxException("no character has this number", start);
            }
        }
        return (int) value;
    }

    private CodePoints property(boolean negated, int start)
            throws RegexSyntaxException, NotRegularException {
        if (at >= text.length) {
            throw new RegexSyntaxException("unfinished property", start);
        }
        String name;
        if (peek('{')) {
            int end = at;
            while (end < text.length && text[end] != '}') {
                end++;
            }
            if (end >= text.length) {
                throw new RegexSyntaxException("unfinished property", start);
            }
            name = new String(text, at + 1, end - at - 1);
            at = end + 1;
        } else {
            name = new String(text, at++, 1);
        }
        CodePoints set = UnicodeProperty.named(name.toLowerCase(Locale.ROOT));
        CodePoints cased = ignoreCase ? set.anyCase() : set;
        return (negated ? cased.negated() : cased).without('\n');
    }

    private boolean peek(int c) {
        return at < text.length && text[at] == c;
    }
}
