package dev.deft.kernel;

import java.io.IOException;

/// The kernel refused a call on a file; `errno` says why.
public final class KernelException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    public KernelException(String call, int errno) {
        super(call + ": error " + errno);
        this.errno = errno;
    }

    /// One of the numbers of [FileErrno].
    public int errno() {
        return errno;
    }
}
