package dev.deft.kernel;

import java.io.IOException;

/// Makes one system call. Any thread may call it at any time.
final class SingleSyscall {

    private SingleSyscall() {}

    /// Makes the call, and repeats it if a signal interrupted it.
    ///
    /// @return the result, or the negative error number
    static long call(int number, long a, long b, long c, long d, long e) {
        try (var call = SyscallMemory.take()) {
            return call.uninterrupted(number, a, b, c, d, e);
        }
    }

    /// Converts a negative result to an exception.
    static long checked(String what, long result) throws IOException {
        if (result < 0) {
            throw new IOException("%s failed with error %d".formatted(what, -result));
        }
        return result;
    }
}
