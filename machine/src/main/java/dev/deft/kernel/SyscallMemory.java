package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// The memory of one system call, or of a few made in sequence by one thread.
final class SyscallMemory implements AutoCloseable {

    private static final int LONGEST_PATH = 4096;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment state = arena.allocate(CLibrary.STATE);

    MemorySegment allocate(long bytes) {
        return arena.allocate(bytes, Long.BYTES);
    }

    /// The address of a name in native memory.
    ///
    /// @throws KernelException if it contains a NUL or is too long for a path
    long name(String name) throws KernelException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (name.indexOf('\0') >= 0) {
            throw new KernelException("name", Errno.EINVAL);
        }
        if (bytes.length >= LONGEST_PATH) {
            throw new KernelException("name", Errno.ENAMETOOLONG);
        }
        MemorySegment copy = arena.allocate(bytes.length + 1L);
        copy.copyFrom(MemorySegment.ofArray(bytes));
        return copy.address();
    }

    /// Makes the call, and repeats it if a signal interrupted it.
    long make(String what, int number, long a, long b, long c, long d, long e)
            throws KernelException {
        long result;
        do {
            result = result(number, a, b, c, d, e);
        } while (result == -Errno.EINTR);
        if (result < 0) {
            throw new KernelException(what, (int) -result);
        }
        return result;
    }

    /// Makes the call once.
    ///
    /// @return the result, or the negative error number
    long result(int number, long a, long b, long c, long d, long e) {
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

    @Override
    public void close() {
        arena.close();
    }
}
