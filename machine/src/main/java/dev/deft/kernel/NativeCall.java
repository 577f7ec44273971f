package dev.deft.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Calls functions of the C library, for one thread at a time.
///
/// All calls are made here: compiled, a call takes kilobytes of code, and every further place that
/// makes one would take them again.
final class NativeCall {

    /// Garbage collected, not closed: every call that gets memory of a shared arena locks the arena
    /// meanwhile.
    private final MemorySegment state = Arena.ofAuto().allocate(CLibrary.STATE);

    /// Calls a function of [CLibrary#function].
    long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        try {
            return (long) CLibrary.CALL.invokeExact(function, state, a, b, c, d, e, f, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
    }

    /// Makes a system call.
    ///
    /// @return the result, or the negative error number
    long syscall(int number, long a, long b, long c, long d, long e) {
        long result = call(CLibrary.SYSCALL, number, a, b, c, d, e);
        return result == -1 ? -(long) errno() : result;
    }

    private int errno() {
        return state.asByteBuffer().order(ByteOrder.nativeOrder()).getInt((int) CLibrary.ERRNO);
    }
}
