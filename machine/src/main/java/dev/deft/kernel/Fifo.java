package dev.deft.kernel;

import java.io.IOException;
import java.nio.file.Path;

/// Named pipes, for processes that share nothing but a directory.
public final class Fifo {

    private static final int MKNODAT = "aarch64".equals(System.getProperty("os.arch")) ? 33 : 259;
    private static final int AT_WORKDIR = -100;
    private static final int OURS_ALONE = 0600;
    private static final int KIND = 010000;

    private static final int READ_ONLY = 0;
    private static final int WRITE_ONLY = 1;
    private static final int READ_AND_WRITE = 2;
    private static final int NONBLOCK = 0x800;
    private static final int CLOEXEC = 0x80000;

    private Fifo() {}

    /// Creates a named pipe.
    public static void create(Path path) throws IOException {
        try (var call = SyscallMemory.take()) {
            long name = call.name(path.toString());
            long result = call.uninterrupted(MKNODAT, AT_WORKDIR, name, KIND | OURS_ALONE, 0, 0);
            if (result < 0) {
                throw Errno.exception("mkfifo", path.toString(), result);
            }
        }
    }

    /// Opens it for reading and writing without blocking, so that neither side waits for the other
    /// and there is no end of file.
    public static int openNonBlocking(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_AND_WRITE | NONBLOCK | CLOEXEC);
    }

    /// Opens it for reading and writing, with blocking reads, for a child.
    public static int openForChild(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_AND_WRITE | CLOEXEC);
    }

    /// Opens it for writing without blocking.
    ///
    /// @throws IOException if there is no reader
    public static int openWriterNow(Path path) throws IOException {
        return Descriptors.open(path.toString(), WRITE_ONLY | NONBLOCK | CLOEXEC);
    }

    /// Opens it for reading without blocking, to see what others write and when they close it.
    public static int openReaderNow(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_ONLY | NONBLOCK | CLOEXEC);
    }

    /// Opens it for reading; blocks until there is a writer.
    public static int openReader(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_ONLY | CLOEXEC);
    }

    /// Opens it for writing; blocks until there is a reader.
    public static int openWriter(Path path) throws IOException {
        return Descriptors.open(path.toString(), WRITE_ONLY | CLOEXEC);
    }
}
