package dev.deft.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Searches native memory with the vectorized functions of the C library.
///
/// The calls block the garbage collector, which makes them several times cheaper; searching a chunk
/// of a file takes microseconds.
public final class MemoryScan {

    private static final MethodHandle MEMCHR = CLibrary.linkCritical("memchr");
    private static final MethodHandle STRSTR = CLibrary.linkCritical("strstr");

    private MemoryScan() {}

    /// The index of the first `value` in `[from, to)`, or -1.
    public static long indexOf(MemorySegment text, long from, long to, byte value) {
        if (from >= to) {
            return -1;
        }
        long base = text.address();
        return place(base, call(MEMCHR, base + from, value & 0xff, to - from));
    }

    /// The index of the first `needle` in `[from, to)`, or -1; stops at a NUL.
    ///
    /// @param text has a NUL at `to` or behind it; the nearer it is, the sooner the search ends
    /// @param needle ends with a NUL that is not part of it
    public static long indexOf(MemorySegment text, long from, long to, MemorySegment needle) {
        if (from >= to) {
            return -1;
        }
        long base = text.address();
        long at = place(base, call(STRSTR, base + from, needle.address(), 0));
        return at + needle.byteSize() - 1 > to ? -1 : at;
    }

    private static long place(long base, long found) {
        return found == 0 ? -1 : found - base;
    }

    private static long call(MethodHandle function, long a, long b, long c) {
        try {
            return (long) function.invokeExact(a, b, c, 0L, 0L, 0L, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
    }
}
