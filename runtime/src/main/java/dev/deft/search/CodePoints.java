package dev.deft.search;

import java.util.Arrays;
import java.util.function.IntPredicate;

/// A set of Unicode code points, as sorted ranges that neither touch nor overlap.
///
/// @param ranges first and last of each range, one after the other
@SuppressWarnings("ArrayRecordComponent")
record CodePoints(int[] ranges) {

    static final CodePoints NONE = new CodePoints(new int[0]);
    static final CodePoints ALL = new CodePoints(new int[] {0, Character.MAX_CODE_POINT});
    static final CodePoints DIGIT = of('0', '9');
    static final CodePoints WORD = of('0', '9').or(of('A', 'Z')).or(of('_', '_')).or(of('a', 'z'));
    static final CodePoints SPACE = of('\t', '\r').or(of(' ', ' '));

    private static final int LARGEST_FOLDED_RANGE = 0x3000;

    static CodePoints of(int first, int last) {
        return new CodePoints(new int[] {first, last});
    }

    static CodePoints matching(IntPredicate test) {
        int[] found = new int[64];
        int size = 0;
        for (int i = 0; i <= Character.MAX_CODE_POINT; i++) {
            if (!test.test(i)) {
                continue;
            }
            if (size > 0 && found[size - 1] == i - 1) {
                found[size - 1] = i;
            } else {
                found = size == found.length ? Arrays.copyOf(found, size * 2) : found;
                found[size++] = i;
                found[size++] = i;
            }
        }
        return new CodePoints(Arrays.copyOf(found, size));
    }

    CodePoints or(CodePoints other) {
        int[] all = Arrays.copyOf(ranges, ranges.length + other.ranges.length);
        System.arraycopy(other.ranges, 0, all, ranges.length, other.ranges.length);
        long[] order = new long[all.length / 2];
        for (int i = 0; i < order.length; i++) {
            order[i] = ((long) all[2 * i] << 32) | all[2 * i + 1];
        }
        Arrays.sort(order);
        int size = 0;
        for (long range : order) {
            int first = (int) (range >> 32);
            int last = (int) range;
            if (size > 0 && first <= all[size - 1] + 1) {
                all[size - 1] = Math.max(all[size - 1], last);
            } else {
                all[size++] = first;
                all[size++] = last;
            }
        }
        return new CodePoints(Arrays.copyOf(all, size));
    }

    CodePoints negated() {
        int[] gaps = new int[ranges.length + 2];
        int size = 0;
        int next = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            if (ranges[i] > next) {
                gaps[size++] = next;
                gaps[size++] = ranges[i] - 1;
            }
            next = ranges[i + 1] + 1;
        }
        if (next <= Character.MAX_CODE_POINT) {
            gaps[size++] = next;
            gaps[size++] = Character.MAX_CODE_POINT;
        }
        return new CodePoints(Arrays.copyOf(gaps, size));
    }

    CodePoints without(int codePoint) {
        return negated().or(of(codePoint, codePoint)).negated();
    }

    /// The set with both cases of every letter in it.
    CodePoints anyCase() {
        CodePoints all = this;
        for (int i = 0; i < ranges.length; i += 2) {
            if (ranges[i + 1] - ranges[i] > LARGEST_FOLDED_RANGE) {
                continue;
            }
            for (int c = ranges[i]; c <= ranges[i + 1]; c++) {
                all = all.withCasesOf(c);
            }
        }
        return all;
    }

    private CodePoints withCasesOf(int c) {
        int upper = Character.toUpperCase(c);
        int lower = Character.toLowerCase(c);
        CodePoints all = contains(upper) ? this : or(of(upper, upper));
        all = all.contains(lower) ? all : all.or(of(lower, lower));
        int lowerOfUpper = Character.toLowerCase(upper);
        return all.contains(lowerOfUpper) ? all : all.or(of(lowerOfUpper, lowerOfUpper));
    }

    boolean contains(int c) {
        for (int i = 0; i < ranges.length; i += 2) {
            if (c >= ranges[i] && c <= ranges[i + 1]) {
                return true;
            }
        }
        return false;
    }

    /// How many there are.
    long size() {
        long size = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            size += ranges[i + 1] - ranges[i] + 1L;
        }
        return size;
    }

    int[] members() {
        int[] members = new int[(int) size()];
        int at = 0;
        for (int i = 0; i < ranges.length; i += 2) {
            for (int c = ranges[i]; c <= ranges[i + 1]; c++) {
                members[at++] = c;
            }
        }
        return members;
    }
}
