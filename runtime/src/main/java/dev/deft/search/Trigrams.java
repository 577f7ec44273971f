package dev.deft.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which runs of three bytes a file holds, as a small bitmap; letters count without their case.
///
/// A bitmap may say yes too often and never says no wrongly. Its size is a power of two, about five
/// bits for each different run and never more than a tenth of the file.
final class Trigrams {

    /// Holds everything: a file nothing is known about.
    static final long[] UNKNOWN = {};

    private static final int LARGEST = 1 << 16;
    private static final int SMALLEST = 64;
    private static final int BITS_PER_RUN = 5;
    private static final int SHARE_OF_FILE = 10;

    private final long[] scratch = new long[LARGEST / 64];

    /// The bitmap of a text of `length` bytes.
    long[] of(byte[] text, int length) {
        java.util.Arrays.fill(scratch, 0);
        int run = 0;
        int usable = 0;
        for (int i = 0; i < length; i++) {
            int value = text[i];
            if (value == '\n') {
                usable = 0;
                continue;
            }
            run = (run << 8 | (value & 0xff) | 0x20) & 0xffffff;
            if (++usable >= 3) {
                int hash = hash(run);
                scratch[hash >> 6] |= 1L << hash;
            }
        }
        int set = 0;
        for (long word : scratch) {
            set += Long.bitCount(word);
        }
        long allowed = Math.min((long) length * 8 / SHARE_OF_FILE, LARGEST);
        int size = SMALLEST;
        while (size < set * BITS_PER_RUN && size * 2L <= allowed) {
            size *= 2;
        }
        return folded(size);
    }

    private long[] folded(int size) {
        long[] bits = new long[size / 64];
        for (int i = 0; i < scratch.length; i++) {
            bits[i & (bits.length - 1)] |= scratch[i];
        }
        return bits;
    }

    private static int hash(int run) {
        return (run * 0x9E3779B1) >>> 16;
    }

    /// What to ask of the bitmaps; empty if every file must be read.
    ///
    /// @param clauses for each clause, for each of its texts, the hashes of its runs
    record Question(List<int[][]> clauses) {

        /// True of every file.
        static final Question ANY = new Question(List.of());

        static Question of(Plan plan) {
            List<int[][]> clauses = new ArrayList<>();
            for (Set<String> clause : plan.clauses()) {
                if (clause.stream().allMatch(it -> it.length() >= 3 && it.indexOf('\n') < 0)) {
                    clauses.add(clause.stream().map(Question::hashes).toArray(int[][]::new));
                }
            }
            return new Question(clauses);
        }

        private static int[] hashes(String text) {
            int[] hashes = new int[text.length() - 2];
            for (int i = 0; i < hashes.length; i++) {
                int run = text.charAt(i) << 16 | text.charAt(i + 1) << 8 | text.charAt(i + 2);
                hashes[i] = hash(run);
            }
            return hashes;
        }

        boolean mayMatch(long[] bits) {
            if (bits.length == 0) {
                return true;
            }
            for (int[][] clause : clauses) {
                if (!anyIn(clause, bits)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean anyIn(int[][] texts, long[] bits) {
            for (int[] hashes : texts) {
                if (allIn(hashes, bits)) {
                    return true;
                }
            }
            return false;
        }

        private static boolean allIn(int[] hashes, long[] bits) {
            for (int hash : hashes) {
                if ((bits[(hash >> 6) & (bits.length - 1)] & (1L << hash)) == 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
