package dev.deft.search.regex;

import dev.deft.search.regex.CharSet.Casing;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The simple case folding of Unicode.
final class CaseFolding {

    /// The two non-ASCII characters that are case variants of ASCII letters.
    static final int LONG_S = 0x17f;

    static final int KELVIN = 0x212a;

    private static final int[] NONE = {};
    private static final int DOTTED_I = 0x130;
    private static final int DOTLESS_I = 0x131;

    private CaseFolding() {}

    /// The other case variants of a character.
    static int[] others(int c, Casing casing) {
        if (casing == Casing.EXACT) {
            return NONE;
        }
        if (c < 128) {
            return othersOfAscii(c, casing == Casing.UNICODE);
        }
        return casing == Casing.UNICODE ? Table.OTHERS.getOrDefault(c, NONE) : NONE;
    }

    private static int[] othersOfAscii(int c, boolean unicode) {
        int lower = c | 0x20;
        if (lower < 'a' || lower > 'z') {
            return NONE;
        }
        if (unicode && lower == 's') {
            return new int[] {c ^ 0x20, LONG_S};
        }
        return unicode && lower == 'k' ? new int[] {c ^ 0x20, KELVIN} : new int[] {c ^ 0x20};
    }

    /// Whether a non-ASCII character has ASCII case variants.
    static boolean isBeyondAsciiOnly(int c) {
        return c == LONG_S || c == KELVIN;
    }

    /// The lower-case ASCII variant of a character for which [#isBeyondAsciiOnly] is true.
    static int asciiOf(int c) {
        return c == LONG_S ? 's' : 'k';
    }

    private static int fold(int c) {
        return c == DOTTED_I || c == DOTLESS_I
                ? c
                : Character.toLowerCase(Character.toUpperCase(c));
    }

    /// Built when a non-ASCII letter is first compared, because that takes milliseconds.
    private static final class Table {

        /// No letter above this has case variants.
        private static final int LAST = 0x1e943;

        static final Map<Integer, int[]> OTHERS = make();

        private static Map<Integer, int[]> make() {
            Map<Integer, int[]> byFolded = new HashMap<>();
            for (int c = 0; c <= LAST; c++) {
                int folded = fold(c);
                if (folded != c) {
                    byFolded.merge(folded, new int[] {folded, c}, Table::join);
                }
            }
            Map<Integer, int[]> others = new HashMap<>();
            for (int[] same : byFolded.values()) {
                for (int c : same) {
                    others.put(c, Arrays.stream(same).filter(it -> it != c).toArray());
                }
            }
            return others;
        }

        private static int[] join(int[] known, int[] pair) {
            int[] all = Arrays.copyOf(known, known.length + 1);
            all[known.length] = pair[1];
            return all;
        }
    }
}
