package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.Casing;
import dev.deft.search.regex.Regex.Assertion;
import dev.deft.search.regex.Regex.AssertionKind;
import dev.deft.search.regex.Regex.Chars;
import dev.deft.search.regex.Regex.Choice;
import dev.deft.search.regex.Regex.Repeat;
import dev.deft.search.regex.Regex.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Parses the common syntax of regular expressions. It is lenient where dialects differ: a `{` that
/// starts no repetition is a literal brace.
///
/// Features that only a backtracking matcher supports (lookaround, back references, possessive and
/// atomic groups, set intersection) cause a [NotRegularException], not a syntax error.
final class RegexParser {

    private static final int MOST_REPETITIONS = 1000;
    private static final int DEEPEST = 200;

    private final int[] text;
    private int at;
    private int depth;
    private boolean ignoreCase;
    private boolean unicode = true;
    private boolean usesIgnoreCase;
    private final Map<Key, Chars> characters = new HashMap<>();

    /// A character and how its case is ignored.
    private record Key(int c, Casing casing) {}

    /// Thrown when a valid pattern is not regular.
    static final class NotRegularException extends Exception {

        private static final long serialVersionUID = 1L;

        NotRegularException() {
            super("not regular", null, false, false);
        }
    }

    RegexParser(String pattern, boolean ignoreCase) {
        this.text = pattern.codePoints().toArray();
        this.ignoreCase = ignoreCase;
        this.usesIgnoreCase = ignoreCase;
    }

    Regex parse() throws RegexSyntaxException, NotRegularException {
        Regex all = choice();
        if (at < text.length) {
            throw error("unmatched ')'", at);
        }
        return all;
    }

    /// Whether some part ignores case; valid after [#parse].
    boolean usesIgnoreCase() {
        return usesIgnoreCase;
    }

    private Regex choice() throws RegexSyntaxException, NotRegularException {
        if (++depth > DEEPEST) {
            throw error("groups are nested too deeply", at);
        }
        boolean outerCase = ignoreCase;
        boolean outerUnicode = unicode;
        List<Regex> options = new ArrayList<>();
        options.add(sequence());
        while (peek('|')) {
            at++;
            options.add(sequence());
        }
        ignoreCase = outerCase;
        unicode = outerUnicode;
        depth--;
        return options.size() == 1 ? options.getFirst() : new Choice(options);
    }

    private Regex sequence() throws RegexSyntaxException, NotRegularException {
        List<Regex> parts = new ArrayList<>();
        while (at < text.length && text[at] != '|' && text[at] != ')') {
            int start = at;
            Regex part = atom();
            parts.add(repetitions(part, start));
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    private Regex repetitions(Regex atom, int start)
            throws RegexSyntaxException, NotRegularException {
        Regex result = atom;
        while (at < text.length) {
            int least;
            int most;
            int c = text[at];
            int[] counts = c == '{' ? counts() : new int[0];
            if (c == '*' || c == '+' || c == '?') {
                least = c == '+' ? 1 : 0;
                most = c == '?' ? 1 : -1;
                at++;
            } else if (counts.length > 0) {
                least = counts[0];
                most = counts[1];
            } else {
                break;
            }
            if (peek('+')) {
                throw new NotRegularException();
            }
            if (peek('?')) {
                at++;
            }
            if (most >= 0 && most < least) {
                throw error("the repetition's bounds are reversed", start);
            }
            if (Math.max(least, most) > MOST_REPETITIONS) {
                throw error("at most %d repetitions".formatted(MOST_REPETITIONS), start);
            }
            result = new Repeat(result, least, most);
        }
        return result;
    }

    /// Parses `{n}`, `{n,}` or `{n,m}`; returns an empty array if the brace starts no repetition.
    private int[] counts() {
        int i = at + 1;
        int[] bounds = {-1, -1};
        int which = 0;
        while (i < text.length && text[i] != '}') {
            if (text[i] == ',' && which == 0 && bounds[0] >= 0) {
                which = 1;
            } else if (text[i] >= '0' && text[i] <= '9') {
                int sofar = Math.max(bounds[which], 0);
                bounds[which] = Math.min(sofar * 10 + text[i] - '0', 100_000);
            } else {
                return new int[0];
            }
            i++;
        }
        if (i >= text.length || bounds[0] < 0) {
            return new int[0];
        }
        at = i + 1;
        return which == 0 ? new int[] {bounds[0], bounds[0]} : bounds;
    }

    private Regex atom() throws RegexSyntaxException, NotRegularException {
        int start = at;
        int c = text[at++];
        return switch (c) {
            case '.' -> new Chars(CharSet.any());
            case '^' -> new Assertion(AssertionKind.LINE_START);
            case '$' -> new Assertion(AssertionKind.LINE_END);
            case '(' -> group(start);
            case '[' -> {
                var sets = new RegexSets(text, at, casing(), unicode);
                CharSet set = sets.set();
                at = sets.at();
                yield new Chars(set);
            }
            case '\\' -> escape(start);
            case '*', '+', '?' -> throw error("nothing to repeat", start);
            default -> character(c);
        };
    }

    private Regex character(int c) {
        Casing casing = casing();
        return characters.computeIfAbsent(
                new Key(c, casing), _ -> new Chars(CharSet.of(c, casing)));
    }

    private Casing casing() {
        if (!ignoreCase) {
            return Casing.EXACT;
        }
        return unicode ? Casing.UNICODE : Casing.ASCII;
    }

    private Regex group(int start) throws RegexSyntaxException, NotRegularException {
        boolean outerCase = ignoreCase;
        boolean outerUnicode = unicode;
        if (peek('?')) {
            at++;
            if (flagsOnly(start)) {
                return Regex.EMPTY;
            }
        }
        Regex inner = choice();
        if (!peek(')')) {
            throw error("unclosed group", start);
        }
        at++;
        ignoreCase = outerCase;
        unicode = outerUnicode;
        return inner;
    }

    /// Parses what follows `(?`; returns true if the group contains only flags, which apply from
    /// here on.
    private boolean flagsOnly(int start) throws RegexSyntaxException, NotRegularException {
        if (at >= text.length) {
            throw error("unclosed group", start);
        }
        int c = text[at];
        if (c == '=' || c == '!' || c == '>' || c == '(' || c == '|' || c == '#') {
            throw new NotRegularException();
        }
        if (c == 'P' || c == '<') {
            name(start);
            return false;
        }
        boolean on = true;
        for (; at < text.length; at++) {
            switch (text[at]) {
                case '-' -> on = false;
                case 'i' -> {
                    ignoreCase = on;
                    usesIgnoreCase |= on;
                }
                case 'u' -> unicode = on;
                case 's', 'm', 'U', 'd' -> {
                    // Lines are matched one by one, and greediness does not matter.
                }
                case 'x', 'R' -> throw new NotRegularException();
                case ':' -> {
                    at++;
                    return false;
                }
                case ')' -> {
                    at++;
                    return true;
                }
                default -> throw error("unknown flag", at);
            }
        }
        throw error("unclosed group", start);
    }

    private void name(int start) throws RegexSyntaxException, NotRegularException {
        if (text[at] == 'P') {
            at++;
        }
        if (!peek('<')) {
            throw new NotRegularException();
        }
        at++;
        if (peek('=') || peek('!')) {
            throw new NotRegularException();
        }
        while (at < text.length && text[at] != '>') {
            at++;
        }
        if (at >= text.length) {
            throw error("unclosed group name", start);
        }
        at++;
    }

    private Regex escape(int start) throws RegexSyntaxException, NotRegularException {
        if (at >= text.length) {
            throw error("a backslash at the end", start);
        }
        return switch (text[at]) {
            case 'b', 'B' -> wordEdge();
            case 'A' -> assertion(AssertionKind.LINE_START);
            case 'z', 'Z' -> assertion(AssertionKind.LINE_END);
            case 'Q' -> quoted();
            default -> {
                var sets = new RegexSets(text, at, casing(), unicode);
                CharSet set = sets.escape();
                at = sets.at();
                yield new Chars(set);
            }
        };
    }

    private Regex assertion(AssertionKind place) {
        at++;
        return new Assertion(place);
    }

    private Regex wordEdge() throws NotRegularException {
        boolean edge = text[at] == 'b';
        AssertionKind ascii =
                edge ? AssertionKind.ASCII_WORD_EDGE : AssertionKind.NO_ASCII_WORD_EDGE;
        Regex look =
                assertion(
                        unicode
                                ? (edge ? AssertionKind.WORD_EDGE : AssertionKind.NO_WORD_EDGE)
                                : ascii);
        if (edge && peek('{')) {
            throw new NotRegularException();
        }
        return look;
    }

    private Regex quoted() {
        at++;
        List<Regex> parts = new ArrayList<>();
        while (at < text.length) {
            if (text[at] == '\\' && at + 1 < text.length && text[at + 1] == 'E') {
                at += 2;
                break;
            }
            parts.add(character(text[at++]));
        }
        return new Sequence(parts);
    }

    private boolean peek(int c) {
        return at < text.length && text[at] == c;
    }

    private static RegexSyntaxException error(String message, int position) {
        return new RegexSyntaxException(message, position);
    }
}
