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
/// bitmap may have false positives, but no false negatives. Its size is an eighth of the file.
public final class Grams {

    /// Matches everything: the bitmap of a file whose content is unknown.
    static final long[] UNKNOWN = {};

    private static final int MOST_WORDS = 1024;
    private static final int SHARE_OF_FILE = 8;
    private static final int SHORT = 3;
    private static final int LONG = 5;
    private static final int ASKED_AT_ONCE = 4;
    private static final long SHORT_RUN = (1L << (8 * SHORT)) - 1;
    private static final long LONG_RUN = (1L << (8 * LONG)) - 1;

    private Grams() {}

    /// Computes the bitmap of a text of `length` bytes.
    static long[] of(byte[] text, int length) {
        long[] bits = new long[Math.clamp(length / (Long.BYTES * SHARE_OF_FILE), 1, MOST_WORDS)];
        long run = 0;
        int usable = 0;
        for (int i = 0; i < length; i++) {
            int value = text[i];
            if (value == '\n') {
                usable = 0;
                continue;
            }
            run = run << 8 | (value & 0xff) | 0x20;
            usable++;
            if (usable >= SHORT) {
                set(bits, hash(run & SHORT_RUN));
            }
            if (usable >= LONG) {
                setIfKept(bits, hash(run & LONG_RUN));
            }
        }
        return bits;
    }

    /// Whether a run of five bytes is kept: 1 or 0.
    private static long kept(int hash) {
        return ~hash & 1L;
    }

    /// Without a branch, which nothing could predict.
    private static void setIfKept(long[] bits, int hash) {
        int place = place(bits.length, hash);
        bits[place >> 6] |= kept(hash) << place;
    }

    private static void set(long[] bits, int hash) {
        int place = place(bits.length, hash);
        bits[place >> 6] |= 1L << place;
    }

    private static int place(int words, int hash) {
        return (int) (((hash & 0xffff_ffffL) * (words * 64L)) >>> 32);
    }

    private static int hash(long run) {
        return (int) ((run * 0x9E37_79B9_7F4A_7C15L) >>> 32);
    }

    /// A query for bitmaps; empty if every file must be read.
    ///
    /// @param clauses for each clause, for each of its texts, the hashes of its runs
    public record GramQuery(List<int[][]> clauses) {

        private static final Comparator<int[][]> LEAST_LIKELY_FIRST =
                Comparator.comparingInt(GramQuery::likelihood);

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
                int hash = hash(run(text, i, LONG));
                if (kept(hash) != 0) {
                    hashes[size++] = hash;
                }
            }
            for (int i = 0; i + SHORT <= text.length(); i++) {
                hashes[size++] = hash(run(text, i, SHORT));
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
            long all = 1;
            for (int i = from; i < to; i++) {
                int place = place(length, hashes[i]);
                all &= bits[start + (place >> 6)] >>> place;
            }
            return all != 0;
        }
    }
}
