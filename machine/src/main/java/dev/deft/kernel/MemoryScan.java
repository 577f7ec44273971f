package dev.deft.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Searches native memory with the vectorized functions of the C library, for one thread.
///
/// Without the [Trampoline], calls that block the garbage collector are several times cheaper, and
/// searching a chunk of a file takes microseconds. But linking them takes longer than all calls of
/// a short process together, so the first ones are made as system calls are.
public final class MemoryScan {

    /// So many dearer calls take about as long as linking. Those of the trampoline cost the same.
    private static final int CALLS_WORTH_LINKING = Trampoline.LOADED ? Integer.MAX_VALUE : 100_000;

    private static final MemorySegment MEMCHR = CLibrary.function("memchr");
    private static final MemorySegment STRSTR = CLibrary.function("strstr");

    private final NativeCall library = new NativeCall();
    private int callsLeft;

    public MemoryScan() {
        this(CALLS_WORTH_LINKING);
    }

    /// @param callsBeforeLinking how many calls are made without linking
    MemoryScan(int callsBeforeLinking) {
        this.callsLeft = callsBeforeLinking;
    }

    /// The index of the first `value` in `[from, to)`, or -1.
    public long indexOf(MemorySegment text, long from, long to, byte value) {
        if (from >= to) {
            return -1;
        }
        long base = text.address();
        long start = base + from;
        long found =
                isLinked()
                        ? Linked.memchr(start, value & 0xff, to - from)
                        : call(MEMCHR, start, value & 0xff, to - from);
        return place(base, found);
    }

    /// The index of the first `needle` in `[from, to)`, or -1; stops at a NUL.
    ///
    /// @param text has a NUL at `to` or behind it; the nearer it is, the sooner the search ends
    /// @param needle ends with a NUL that is not part of it
    public long indexOf(MemorySegment text, long from, long to, MemorySegment needle) {
        if (from >= to) {
            return -1;
        }
        long base = text.address();
        long start = base + from;
        long found =
                isLinked()
                        ? Linked.strstr(start, needle.address())
                        : call(STRSTR, start, needle.address(), 0);
        long at = place(base, found);
        return at + needle.byteSize() - 1 > to ? -1 : at;
    }

    private boolean isLinked() {
        return callsLeft == 0 || --callsLeft == 0;
    }

    private static long place(long base, long found) {
        return found == 0 ? -1 : found - base;
    }

    private long call(MemorySegment function, long a, long b, long c) {
        return library.call(function, a, b, c, 0, 0, 0);
    }

    private static IllegalStateException neverThrown(Throwable impossible) {
        return new IllegalStateException("a native call cannot throw", impossible);
    }

    /// The functions as calls that block the garbage collector, linked on first use.
    private static final class Linked {

        private static final MethodHandle MEMCHR = CLibrary.linkCritical("memchr");
        private static final MethodHandle STRSTR = CLibrary.linkCritical("strstr");

        static long memchr(long text, long value, long length) {
            try {
                return (long) MEMCHR.invokeExact(text, value, length, 0L, 0L, 0L, 0L);
            } catch (Throwable impossible) {
                throw neverThrown(impossible);
            }
        }

        static long strstr(long text, long needle) {
            try {
                return (long) STRSTR.invokeExact(text, needle, 0L, 0L, 0L, 0L, 0L);
            } catch (Throwable impossible) {
                throw neverThrown(impossible);
            }
        }
    }
}
