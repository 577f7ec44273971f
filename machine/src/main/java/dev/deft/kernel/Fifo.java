package dev.deft.kernel;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/// A pipe with a name in a directory, for those who share nothing else with us.
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

    /// Makes one where there is nothing yet.
    public static void make(Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(path.toString()).address();
            long result = SingleSyscall.call(MKNODAT, AT_WORKDIR, name, KIND | OURS_ALONE, 0, 0);
            if (result < 0) {
                throw Errno.exception("mkfifo", path.toString(), result);
            }
        }
    }

    /// Opens it for both directions: nobody has to wait for an other end, and no end of file comes.
    /// Reading does not block.
    public static int held(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_AND_WRITE | NONBLOCK | CLOEXEC);
    }

    /// Opens it for both directions, for a child to read from as long as it likes.
    public static int standing(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_AND_WRITE | CLOEXEC);
    }

    /// Opens the end to write to, without waiting for anybody.
    ///
    /// @throws IOException when nobody reads
    public static int readyEnd(Path path) throws IOException {
        return Descriptors.open(path.toString(), WRITE_ONLY | NONBLOCK | CLOEXEC);
    }

    /// Opens it to see what others write and whether they are gone; reading does not block.
    public static int watched(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_ONLY | NONBLOCK | CLOEXEC);
    }

    /// Opens the end to read from; blocks while nobody has the other.
    public static int readEnd(Path path) throws IOException {
        return Descriptors.open(path.toString(), READ_ONLY | CLOEXEC);
    }

    /// Opens the end to write to; blocks while nobody has the other.
    public static int writeEnd(Path path) throws IOException {
        return Descriptors.open(path.toString(), WRITE_ONLY | CLOEXEC);
    }
}
