package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Makes one system call with its own memory, so that any thread may call it at any time.
final class SingleSyscall {

    private SingleSyscall() {}

    /// Makes the call, and repeats it if a signal interrupted it.
    ///
    /// @return the result, or the negative error number
    static long call(int number, long a, long b, long c, long d, long e) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CLibrary.STATE);
            long result;
            do {
                result = once(state, number, a, b, c, d, e);
            } while (result == -Errno.EINTR);
            return result;
        }
    }

    private static long once(
            MemorySegment state, int number, long a, long b, long c, long d, long e) {
        long result;
        try {
            result =
                    (long)
                            CLibrary.CALL.invokeExact(
                                    CLibrary.SYSCALL, state, (long) number, a, b, c, d, e, 0L);
        } catch (Throwable impossible) {
            throw new IllegalStateException("a native call cannot throw", impossible);
        }
        return result == -1 ? -(long) state.get(JAVA_INT, CLibrary.ERRNO) : result;
    }

    /// Converts a negative result to an exception.
    static long checked(String what, long result) throws IOException {
        if (result < 0) {
            throw new IOException("%s failed with error %d".formatted(what, -result));
        }
        return result;
    }
}
