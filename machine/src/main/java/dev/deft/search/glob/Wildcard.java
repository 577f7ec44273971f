package dev.deft.search.glob;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.deft.search.regex.AsciiClass;
import java.util.Arrays;
import java.util.BitSet;

/// A compiled wildcard pattern for a path or a name, matched byte by byte.
///
/// `?` matches one character except a slash, `*` any run without a slash, `[a-z]` and `[!a-z]` a
/// set, `\x` a literal `x`. A `**` between slashes (or at an end) crosses directories; elsewhere it
/// is a `*`. Matching takes at most the product of both lengths: a mismatch after a `*` backtracks
/// to the last `*`, past a slash to the last `**`, and never further.
final class Wildcard {

    private static final int ONE = 256;
    private static final int STAR = 257;
    private static final int DEEP = 258;
    private static final int DEEP_SLASH = 259;
    private static final int NEVER = 260;
    private static final int SET = 1024;

    private final int[] tokens;
    private final BitSet[] sets;
    private final boolean wide;

    private Wildcard(int[] tokens, BitSet[] sets, boolean wide) {
        this.tokens = tokens;
        this.sets = sets;
        this.wide = wide;
    }

    /// The same pattern with a `?` that matches a whole UTF-8 character instead of one byte.
    Wildcard wide() {
        return new Wildcard(tokens, sets, true);
    }

    /// Compiles `pattern` from `from` on, as if a path started there.
    static Wildcard compile(byte[] pattern, int from, int to) {
        return new WildcardCompiler(pattern, from, to).compile();
    }

    boolean matches(byte[] text, int from, int to) {
        int t = 0;
        int i = from;
        int starToken = -1;
        int starText = 0;
        int deepToken = -1;
        int deepText = 0;
        boolean deepSlash = false;
        while (true) {
            if (t < tokens.length && tokens[t] == STAR) {
                starToken = ++t;
                starText = i;
                continue;
            }
            if (t < tokens.length && (tokens[t] == DEEP || tokens[t] == DEEP_SLASH)) {
                deepSlash = tokens[t] == DEEP_SLASH;
                deepToken = ++t;
                deepText = i;
                starToken = -1;
                continue;
            }
            if (i == to && t == tokens.length) {
                return true;
            }
            if (i < to && t < tokens.length && accepts(tokens[t], text[i])) {
                i++;
                while (wide && tokens[t] == ONE && i < to && (text[i] & 0xc0) == 0x80) {
                    i++;
                }
                t++;
                continue;
            }
            if (starToken >= 0 && starText < to && text[starText] != '/') {
                i = ++starText;
                t = starToken;
                continue;
            }
            if (deepToken < 0 || deepText >= to) {
                return false;
            }
            deepText = deepSlash ? pastSlash(text, deepText, to) : deepText + 1;
            if (deepText > to) {
                return false;
            }
            i = deepText;
            t = deepToken;
            starToken = -1;
        }
    }

    private static int pastSlash(byte[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text[i] == '/') {
                return i + 1;
            }
        }
        return to + 1;
    }

    private boolean accepts(int token, byte value) {
        if (token < ONE) {
            return (byte) token == value;
        }
        if (value == '/') {
            return false;
        }
        return token == ONE || (token >= SET && sets[token - SET].get(value & 0xff));
    }

    @Override
    public String toString() {
        return Arrays.toString(tokens);
    }

    /// Tokenizes a pattern.
    private static final class WildcardCompiler {

        private final byte[] pattern;
        private final int start;
        private final int end;
        private int at;
        private int[] tokens;
        private int count;
        private BitSet[] sets = {};

        WildcardCompiler(byte[] pattern, int from, int to) {
            this.pattern = pattern;
            this.start = from;
            this.at = from;
            this.end = to;
            this.tokens = new int[to - from + 1];
        }

        Wildcard compile() {
            while (at < end) {
                byte value = pattern[at];
                switch (value) {
                    case '?' -> add(ONE, 1);
                    case '*' -> stars();
                    case '[' -> set();
                    case '\\' -> {
                        at++;
                        add(at < end ? pattern[at] & 0xff : NEVER, 1);
                    }
                    default -> add(value & 0xff, 1);
                }
            }
            return new Wildcard(Arrays.copyOf(tokens, count), sets, false);
        }

        private void add(int token, int length) {
            tokens[count++] = token;
            at += length;
        }

        private void stars() {
            int first = at;
            while (at < end && pattern[at] == '*') {
                at++;
            }
            boolean opens = first == start || pattern[first - 1] == '/';
            boolean closes = at == end || pattern[at] == '/';
            if (at - first < 2 || !opens || !closes) {
                add(STAR, 0);
            } else if (at < end) {
                add(DEEP_SLASH, 1);
            } else {
                add(DEEP, 0);
            }
        }

        private void set() {
            BitSet members = new BitSet(256);
            int i = at + 1;
            boolean negated = i < end && (pattern[i] == '!' || pattern[i] == '^');
            if (negated) {
                i++;
            }
            int previous = 0;
            boolean first = true;
            while (i < end && (first || pattern[i] != ']')) {
                first = false;
                int value = pattern[i] & 0xff;
                if (value == '\\') {
                    if (++i >= end) {
                        break;
                    }
                    value = pattern[i] & 0xff;
                    members.set(value);
                    previous = value;
                } else if (value == '-' && previous != 0 && i + 1 < end && pattern[i + 1] != ']') {
                    i++;
                    if (pattern[i] == '\\' && ++i >= end) {
                        break;
                    }
                    int last = pattern[i] & 0xff;
                    if (last >= previous) {
                        members.set(previous, last + 1);
                    }
                    previous = 0;
                } else if (value == '[' && i + 1 < end && pattern[i + 1] == ':') {
                    int close = i + 2;
                    while (close < end && pattern[close] != ']') {
                        close++;
                    }
                    if (close >= end) {
                        i = end;
                        break;
                    }
                    if (close - i < 3 || pattern[close - 1] != ':') {
                        members.set('[');
                        previous = '[';
                    } else {
                        String name = new String(pattern, i + 2, close - i - 3, ISO_8859_1);
                        if (!AsciiClass.addTo(members, name)) {
                            i = end;
                            break;
                        }
                        i = close;
                        previous = 0;
                    }
                } else {
                    members.set(value);
                    previous = value;
                }
                i++;
            }
            if (i >= end) {
                add(NEVER, end - at);
                return;
            }
            if (negated) {
                members.flip(0, 256);
            }
            sets = Arrays.copyOf(sets, sets.length + 1);
            sets[sets.length - 1] = members;
            add(SET + sets.length - 1, i + 1 - at);
        }
    }
}
