package dev.deft.tools.files.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Looks at the bytes of a text eight at a time, a chunk at once.
final class LineEndCounter {

    /// How much is looked at in one go.
    static final int CHUNK = 8 * 1024;

    private static final long LINE_ENDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long EVEN_BYTES = 0x00FF00FF00FF00FFL;
    private static final long SUM_OF_PAIRS = 0x0001000100010001L;

    /// How often a byte can be added to before it overflows.
    private static final int ROUNDS = 255;

    private final long[] words = new long[CHUNK / Long.BYTES];

    /// How many bytes of a chunk that begins at `from` are `\n`.
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

    /// A one in each byte that is `\n`: after the exclusive or it is zero, and only in zero bytes
    /// does the high bit stay off.
    private static long lineEnds(long eight) {
        long zeros = eight ^ LINE_ENDS;
        return ~(((zeros & LOW_BITS) + LOW_BITS) | zeros | LOW_BITS) >>> 7;
    }

    /// Whether all bytes of a chunk that begins at `from` are ASCII.
    boolean isAscii(ByteBuffer bytes, int from) {
        load(bytes, from);
        long all = 0;
        for (long word : words) {
            all |= word;
        }
        return (all & HIGH_BITS) == 0;
    }

    /// Copies a chunk, which costs less than to get each number from a buffer.
    private void load(ByteBuffer bytes, int from) {
        bytes.slice(from, CHUNK).order(ByteOrder.nativeOrder()).asLongBuffer().get(words);
    }
}
