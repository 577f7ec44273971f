package dev.deft.search.regex;

import java.util.Arrays;

/// A set of Unicode code points as sorted, disjoint, non-adjacent ranges.
///
/// @param ranges first and last code point of each range, alternating
@SuppressWarnings("ArrayRecordComponent")
record CodePoints(int[] ranges) {

    static final CodePoints NONE = new CodePoints(new int[0]);

    static CodePoints of(int first, int last) {
        return new CodePoints(new int[] {first, last});
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

    boolean contains(int c) {
        for (int i = 0; i < ranges.length; i += 2) {
            if (c >= ranges[i] && c <= ranges[i + 1]) {
                return true;
            }
        }
        return false;
    }

    /// The number of code points.
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
