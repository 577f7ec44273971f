package dev.deft.kernel;

import java.io.IOException;

/// A system call on a file failed; see [#errno].
public final class KernelException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int errno;

    public KernelException(String call, int errno) {
        super(call + ": error " + errno);
        this.errno = errno;
    }

    /// One of the numbers of [Errno] or [FileErrno].
    public int errno() {
        return errno;
    }
}
