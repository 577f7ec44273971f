package dev.deft.kernel;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Error numbers, as in the negative results of [Syscalls].
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int ENOTDIR = 20;
    public static final int EINVAL = 22;
    public static final int ENOSPC = 28;
    public static final int ERANGE = 34;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOSYS = 38;
    public static final int ELOOP = 40;
    public static final int ENODATA = 61;
    public static final int EOPNOTSUPP = 95;

    private Errno() {}

    /// The exception for a negative result of a call on `name`.
    public static IOException exception(String call, String name, long result) {
        return switch ((int) -result) {
            case ENOENT -> new NoSuchFileException(name);
            case EACCES, EPERM -> new AccessDeniedException(name);
            case ENOTDIR -> new NotDirectoryException(name);
            case ELOOP -> new FileSystemLoopException(name);
            default -> new IOException("%s of %s: error %d".formatted(call, name, -result));
        };
    }
}
