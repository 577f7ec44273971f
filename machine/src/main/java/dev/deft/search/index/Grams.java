package dev.deft.search.index;

import dev.deft.search.regex.SearchPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The runs of three and of five bytes that a file contains, as a small bitmap; case is ignored.
///
/// Runs of three find a rare word; runs of five distinguish `handler(request` from a file that
/// contains both words apart, and every second of them is enough for that: with all of them more
/// than half of the bits would be set, and a short word would be found in every third file. A
/// bitmap may have false positives, but no false negatives. Its size is about an eighth of the
/// file: the nearest power of two, so that a place in it is the first bits of a hash.
public final class Grams {

    /// Matches everything: the bitmap of a file whose content is unknown.
    static final long[] UNKNOWN = {};

    private static final int MOST_WORDS = 1024;
    private static final int SHARE_OF_FILE = 8;
    private static final int SHORT = 3;
    private static final int LONG = 5;
    private static final int ASKED_AT_ONCE = 4;
    private static final long SPACES = 0x2020_2020_2020_2020L;

    private Grams() {}

    /// Computes the bitmap of a text of `length` bytes.
    static long[] of(byte[] text, int length) {
        long[] bits = new long[words(length)];
        int at = 0;
        while (at < length) {
            at = addLine(text, at, length, bits);
        }
        return bits;
    }

    private static int words(int length) {
        int words = Math.clamp(length / (Long.BYTES * SHARE_OF_FILE), 1, MOST_WORDS);
        int below = Integer.highestOneBit(words);
        return (long) words * words < 2L * below * below ? below : 2 * below;
    }

    /// Adds the runs of a line. All runs within its indentation are the same.
    ///
    /// @return where the next line begins
    private static int addLine(byte[] text, int start, int length, long[] bits) {
        int shift = shift(bits.length);
        int at = start;
        while (at < length && text[at] == ' ') {
            at++;
        }
        int usable = at - start;
        if (usable >= SHORT) {
            set(bits, shortHash(SPACES) >>> shift, 1);
        }
        if (usable >= LONG) {
            int hash = longHash(SPACES);
            set(bits, hash >>> shift, kept(hash));
        }
        long run = SPACES;
        for (; at < length; at++) {
            int value = text[at];
            if (value == '\n') {
                return at + 1;
            }
            run = run << 8 | (value & 0xff) | 0x20;
            usable++;
            if (usable >= SHORT) {
                set(bits, shortHash(run) >>> shift, 1);
                if (usable >= LONG) {
                    int hash = longHash(run);
                    set(bits, hash >>> shift, kept(hash));
                }
            }
        }
        return at;
    }

    /// Whether a run of five bytes is kept: 1 or 0. Without a branch, which nothing could predict.
    private static long kept(int hash) {
        return ~hash & 1L;
    }

    private static void set(long[] bits, int place, long value) {
        bits[place >> 6] |= value << place;
    }

    /// How far a hash is shifted to give a place among the bits of so many words.
    private static int shift(int words) {
        return Integer.numberOfLeadingZeros(words) - 5;
    }

    /// The hash of the last three bytes of a run, as an `int`, which takes fewer instructions.
    private static int shortHash(long run) {
        return ((int) run << 8) * 0x9E_3779;
    }

    /// The hash of the last five bytes of a run.
    private static int longHash(long run) {
        return (int) (((run << 24) * 0x9E37_79B9_7F4A_7C15L) >>> 32);
    }

    /// A query for bitmaps; empty if every file must be read.
    ///
    /// @param clauses for each clause, for each of its texts, the hashes of its runs
    public record GramQuery(List<int[][]> clauses) {

        private static final Comparator<int[][]> LEAST_LIKELY_FIRST =
                (a, b) -> Integer.compare(likelihood(a), likelihood(b));

        /// The more runs a text has, the fewer files contain it; a clause with more texts matches
        /// more files.
        private static int likelihood(int[][] clause) {
            int fewest = Integer.MAX_VALUE;
            for (int[] hashes : clause) {
                fewest = Math.min(fewest, hashes.length);
            }
            return -fewest;
        }

        /// Matches every file.
        public static final GramQuery ANY = new GramQuery(List.of());

        public static GramQuery of(SearchPlan plan) {
            List<int[][]> clauses = new ArrayList<>();
            for (Set<String> clause : plan.clauses()) {
                if (clause.stream().allMatch(it -> it.length() >= SHORT && it.indexOf('\n') < 0)) {
                    clauses.add(clause.stream().map(GramQuery::hashes).toArray(int[][]::new));
                }
            }
            clauses.sort(LEAST_LIKELY_FIRST);
            return new GramQuery(clauses);
        }

        /// The long runs come first: they exclude more files.
        private static int[] hashes(String text) {
            int[] hashes = new int[2 * text.length()];
            int size = 0;
            for (int i = 0; i + LONG <= text.length(); i++) {
                int hash = longHash(run(text, i, LONG));
                if (kept(hash) != 0) {
                    hashes[size++] = hash;
                }
            }
            for (int i = 0; i + SHORT <= text.length(); i++) {
                hashes[size++] = shortHash(run(text, i, SHORT));
            }
            return Arrays.copyOf(hashes, size);
        }

        private static long run(String text, int from, int length) {
            long run = 0;
            for (int i = from; i < from + length; i++) {
                run = run << 8 | text.charAt(i);
            }
            return run;
        }

        /// Tests the bitmap of `length` words that begins at `start`.
        boolean mayMatch(long[] bits, int start, int length) {
            if (length == 0) {
                return true;
            }
            for (int[][] clause : clauses) {
                if (!anyIn(clause, bits, start, length)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean anyIn(int[][] texts, long[] bits, int start, int length) {
            for (int[] hashes : texts) {
                if (allIn(hashes, bits, start, length)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean allIn(int[] hashes, long[] bits, int start, int length) {
            int first = Math.min(hashes.length, ASKED_AT_ONCE);
            if (!allIn(hashes, 0, first, bits, start, length)) {
                return false;
            }
            return allIn(hashes, first, hashes.length, bits, start, length);
        }

        /// Tests without a branch for each hash, so that the memory accesses overlap.
        private static boolean allIn(
                int[] hashes, int from, int to, long[] bits, int start, int length) {
            int shift = shift(length);
            long all = 1;
            for (int i = from; i < to; i++) {
                int place = hashes[i] >>> shift;
                all &= bits[start + (place >> 6)] >>> place;
            }
            return all != 0;
        }
    }
}
