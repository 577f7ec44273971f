package dev.deft.search.regex;

import java.util.Arrays;

/// The possible first bytes of the characters in a set: ASCII ranges, and optionally all non-ASCII
/// bytes.
///
/// @param ranges first and last byte of each range, alternating
/// @param beyondAscii whether the set contains non-ASCII characters
@SuppressWarnings("ArrayRecordComponent")
record ByteClass(byte[] ranges, boolean beyondAscii) {

    private static final int ASCII = 128;

    /// @param beyondAscii whether non-ASCII characters matter
    static ByteClass of(CharSet set, boolean beyondAscii) {
        byte[] ranges = new byte[ASCII];
        int count = 0;
        for (int c = 0; c < ASCII; c++) {
            boolean begins = c == 0 || !set.containsAscii(c - 1);
            if (set.containsAscii(c)) {
                ranges[begins ? count++ : count - 1] = (byte) c;
                if (begins) {
                    ranges[count++] = (byte) c;
                }
            }
        }
        boolean others = beyondAscii && set.nonAscii() != CharSet.NonAscii.NONE;
        return new ByteClass(Arrays.copyOf(ranges, count), others);
    }

    /// Estimates the fraction of the bytes of a text that are in this class.
    double share() {
        double share = beyondAscii ? 0.01 : 0;
        for (int i = 0; i < ranges.length; i += 2) {
            for (int value = ranges[i]; value <= ranges[i + 1]; value++) {
                share += Rarity.share((byte) value);
            }
        }
        return share;
    }

    /// Sets the sign bit of `marks[i]` where byte `i` of a text is not in this class, and clears it
    /// where it is. The JIT compiler vectorizes loops as simple as this, with one cast at the end.
    void mark(byte[] text, int length, byte[] marks) {
        Arrays.fill(marks, 0, length, (byte) 0x80);
        for (int i = 0; i < ranges.length; i += 2) {
            addRange(text, length, marks, ranges[i], ranges[i + 1]);
        }
        if (beyondAscii) {
            addNonAscii(text, length, marks);
        } else {
            removeNonAscii(text, length, marks);
        }
    }

    private static void addRange(byte[] text, int length, byte[] marks, byte first, byte last) {
        for (int i = 0; i < length; i++) {
            marks[i] = (byte) (marks[i] & ((text[i] - first) | (last - text[i])));
        }
    }

    private static void addNonAscii(byte[] text, int length, byte[] marks) {
        for (int i = 0; i < length; i++) {
            marks[i] = (byte) (marks[i] & ~text[i]);
        }
    }

    private static void removeNonAscii(byte[] text, int length, byte[] marks) {
        for (int i = 0; i < length; i++) {
            marks[i] = (byte) (marks[i] | text[i]);
        }
    }
}
