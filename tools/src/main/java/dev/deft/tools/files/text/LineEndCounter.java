package dev.deft.tools.files.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Scans text in chunks, eight bytes at a time.
final class LineEndCounter {

    /// The chunk size in bytes.
    static final int CHUNK = 8 * 1024;

    private static final long LINE_ENDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long EVEN_BYTES = 0x00FF00FF00FF00FFL;
    private static final long SUM_OF_PAIRS = 0x0001000100010001L;

    /// How many times one can be added to a byte before it overflows.
    private static final int ROUNDS = 255;

    private final long[] words = new long[CHUNK / Long.BYTES];

    /// The number of `\n` in the chunk that starts at `from`.
    long count(ByteBuffer bytes, int from) {
        load(bytes, from);
        long count = 0;
        int i = 0;
        while (i < words.length) {
            int end = Math.min(words.length, i + ROUNDS);
            long sums = 0;
            for (; i < end; i++) {
                sums += lineEnds(words[i]);
            }
            long pairs = (sums & EVEN_BYTES) + ((sums >>> 8) & EVEN_BYTES);
            count += (pairs * SUM_OF_PAIRS) >>> 48;
        }
        return count;
    }

    /// Returns a one in each byte that is `\n`: the exclusive or makes it zero, and only then the
    /// high bit stays off.
    private static long lineEnds(long eight) {
        long zeros = eight ^ LINE_ENDS;
        return ~(((zeros & LOW_BITS) + LOW_BITS) | zeros | LOW_BITS) >>> 7;
    }

    /// Whether all bytes of the chunk that starts at `from` are ASCII.
    boolean isAscii(ByteBuffer bytes, int from) {
        load(bytes, from);
        long all = 0;
        for (long word : words) {
            all |= word;
        }
        return (all & HIGH_BITS) == 0;
    }

    /// Copies a chunk, which is faster than reading each number from a buffer.
    private void load(ByteBuffer bytes, int from) {
        bytes.slice(from, CHUNK).order(ByteOrder.nativeOrder()).asLongBuffer().get(words);
    }
}
