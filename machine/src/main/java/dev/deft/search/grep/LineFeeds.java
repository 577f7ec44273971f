package dev.deft.search.grep;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Counts line feeds, eight bytes at a time.
final class LineFeeds {

    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;
    private static final long EVEN_BYTES = 0x00ff00ff00ff00ffL;
    private static final long SUM_OF_PAIRS = 0x0001000100010001L;

    /// How many times one can be added to a byte before it overflows.
    private static final int ROUNDS = 255;

    private LineFeeds() {}

    static long count(byte[] text, int from, int to) {
        long count = 0;
        int i = from;
        while (i + Long.BYTES <= to) {
            int end = Math.min(to - Long.BYTES + 1, i + ROUNDS * Long.BYTES);
            long sums = 0;
            for (; i < end; i += Long.BYTES) {
                sums += feeds((long) EIGHT.get(text, i));
            }
            long pairs = (sums & EVEN_BYTES) + ((sums >>> 8) & EVEN_BYTES);
            count += (pairs * SUM_OF_PAIRS) >>> 48;
        }
        for (; i < to; i++) {
            count += text[i] == '\n' ? 1 : 0;
        }
        return count;
    }

    /// Returns a one in each byte that is a line feed: the exclusive or makes it zero, and only
    /// then the high bit stays off.
    private static long feeds(long eight) {
        long zeros = eight ^ FEEDS;
        return ~(((zeros & LOW_SEVEN) + LOW_SEVEN) | zeros | LOW_SEVEN) >>> 7;
    }
}
