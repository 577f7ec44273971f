package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.Casing;
import dev.deft.search.regex.RegexParser.NotRegularException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/// Parses the parts of a regular expression that denote a set of characters: `[…]` and escapes.
final class RegexSets {

    private final int[] text;
    private final Casing casing;
    private final boolean unicode;
    private int at;

    /// @param unicode whether `\w`, `\d` and `\s` include non-ASCII characters
    RegexSets(int[] text, int at, Casing casing, boolean unicode) {
        this.text = text;
        this.at = at;
        this.casing = casing;
        this.unicode = unicode;
    }

    int at() {
        return at;
    }

    /// Parses a bracket expression, starting after the opening bracket and ending after the closing
    /// one.
    CharSet set() throws RegexSyntaxException, NotRegularException {
        int start = at - 1;
        boolean negated = peek('^');
        if (negated) {
            at++;
        }
        CodePoints single = CodePoints.NONE;
        List<NamedClass> classes = new ArrayList<>();
        boolean first = true;
        while (at < text.length && (first || text[at] != ']')) {
            first = false;
            if (peek('&') && at + 1 < text.length && text[at + 1] == '&') {
                throw new NotRegularException();
            }
            int from = at;
            Optional<NamedClass> named = named();
            if (named.isPresent()) {
                classes.add(named.get());
            } else {
                single = single.or(range(from));
            }
        }
        if (at >= text.length) {
            throw new RegexSyntaxException("unclosed set", start);
        }
        at++;
        return new CharSet(single, classes, casing, negated);
    }

    /// Parses a class; returns empty, and consumes nothing, if a single character comes next.
    private Optional<NamedClass> named() throws RegexSyntaxException, NotRegularException {
        if (peek('[')) {
            if (at + 1 < text.length && text[at + 1] == ':') {
                return Optional.of(posix());
            }
            throw new NotRegularException();
        }
        if (!peek('\\') || at + 1 >= text.length) {
            return Optional.empty();
        }
        at++;
        Optional<NamedClass> named = escapedClass();
        at -= named.isPresent() ? 0 : 1;
        return named;
    }

    private CodePoints range(int start) throws RegexSyntaxException, NotRegularException {
        int low = character();
        if (!peek('-') || at + 1 >= text.length || text[at + 1] == ']') {
            return CodePoints.of(low, low);
        }
        at++;
        boolean single = named().isEmpty();
        int high = single ? character() : -1;
        if (high < low) {
            throw new RegexSyntaxException("a range in a set is reversed", start);
        }
        return CodePoints.of(low, high);
    }

    private int character() throws RegexSyntaxException, NotRegularException {
        int c = text[at++];
        if (c != '\\') {
            return c;
        }
        if (at >= text.length) {
            throw new RegexSyntaxException("a backslash at the end", at - 1);
        }
        if (text[at] == 'b') {
            at++;
            return '\b';
        }
        return escapedCharacter();
    }

    private NamedClass posix() throws RegexSyntaxException, NotRegularException {
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
        return new NamedClass(members::get, negated);
    }

    /// Parses what follows a backslash outside a bracket expression.
    CharSet escape() throws RegexSyntaxException, NotRegularException {
        Optional<NamedClass> named = escapedClass();
        return named.isPresent()
                ? CharSet.of(named.get(), casing)
                : CharSet.of(escapedCharacter(), casing);
    }

    private Optional<NamedClass> escapedClass() throws RegexSyntaxException, NotRegularException {
        int c = text[at++];
        return switch (c) {
            case 'd', 'D' -> Optional.of(NamedClass.digit(unicode, c == 'D'));
            case 'w', 'W' -> Optional.of(NamedClass.word(unicode, c == 'W'));
            case 's', 'S' -> Optional.of(NamedClass.space(unicode, c == 'S'));
            case 'p', 'P' -> Optional.of(property(c == 'P', at - 2));
            default -> {
                at--;
                yield Optional.empty();
            }
        };
    }

    private int escapedCharacter() throws RegexSyntaxException, NotRegularException {
        int start = at - 1;
        int c = text[at++];
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'v' -> 0x0b;
            case 'a' -> 7;
            case 'e' -> 27;
            case 'x', 'u', 'U' -> hex(c, start);
            default -> {
                if (c < 128 && Character.isLetterOrDigit(c)) {
                    throw new NotRegularException();
                }
                yield c;
            }
        };
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

    private NamedClass property(boolean negated, int start)
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
        IntPredicate test = UnicodeProperty.named(name.toLowerCase(Locale.ROOT));
        return new NamedClass(test, negated);
    }

    private boolean peek(int c) {
        return at < text.length && text[at] == c;
    }
}
