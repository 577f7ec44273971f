package dev.deft.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Reads the sizes and times of many files below one directory, in one piece of memory. Links are
/// not followed.
///
/// Only one thread at a time may use it.
public final class StampReader implements AutoCloseable {

    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_MTIME = 0x40;
    private static final int STATX_SIZE = 0x200;

    private final FileHandle directory;
    private final SyscallMemory memory = SyscallMemory.take();
    private final NativeMemory found = memory.allocate(FileStatus.BYTES);
    private final long names;

    /// Keeps the memory of the paths.
    private final ByteBuffer paths;

    /// @param directory by its absolute path
    /// @param paths outside the heap; a path in it is relative to the directory and has a zero
    ///   behind it
    /// @throws KernelException if the directory cannot be opened
    public StampReader(String directory, ByteBuffer paths) throws KernelException {
        this.directory = FileHandle.openDirectory(directory);
        this.paths = paths.duplicate().clear();
        this.names = MemorySegment.ofBuffer(this.paths).address();
    }

    /// Reads the stamp of a file.
    ///
    /// @param path where it begins among the paths
    /// @return false if it cannot be read
    public boolean read(int path) {
        long result =
                memory.result(
                        CLibrary.NUMBERS.statx(),
                        directory.descriptor(),
                        names + path,
                        AT_SYMLINK_NOFOLLOW,
                        STATX_MTIME | STATX_SIZE,
                        found.address());
        return result >= 0;
    }

    /// The size of the file that was read last.
    public long size() {
        return found.bytes().getLong(40);
    }

    /// The seconds of its time of modification.
    public long seconds() {
        return found.bytes().getLong(112);
    }

    /// The nanoseconds of its time of modification.
    public int nanos() {
        return found.bytes().getInt(120);
    }

    @Override
    public void close() {
        directory.close();
        memory.close();
        paths.clear();
    }
}
