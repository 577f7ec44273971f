package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileHandle;
import dev.deft.kernel.KernelException;
import dev.deft.kernel.Syscalls;
import dev.deft.state.FileLocks;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// File locks by the kernel, or by the JDK where the kernel cannot be called directly.
public final class OsFileLocks implements FileLocks {

    private static final int OWNER_ONLY = 0600;

    @Override
    public Optional<Lock> tryLock(Path directory, String name, Bytes owner) throws IOException {
        return Syscalls.available()
                ? tryKernelLock(directory, name, owner)
                : Uninterrupted.call(() -> tryPortableLock(directory.resolve(name), owner));
    }

    private static Optional<Lock> tryKernelLock(Path directory, String name, Bytes owner)
            throws IOException {
        int flags = FileHandle.READ_WRITE | FileHandle.CREATE | FileHandle.NEVER_WAIT;
        boolean taken = false;
        try (FileHandle parent = FileHandle.openDirectory(directory.toString())) {
            FileHandle handle = entry(parent, name, flags);
            try {
                // A file that was removed before it was locked is not the one that others will
                // open.
                taken = handle.tryLock() && handle.status().links() > 0;
                if (taken) {
                    handle.write(owner);
                    return Optional.of(handle::close);
                }
                return Optional.empty();
            } finally {
                if (!taken) {
                    handle.close();
                }
            }
        }
    }

    private static FileHandle entry(FileHandle directory, String name, int flags)
            throws IOException {
        try {
            return directory.openEntry(name, flags, OWNER_ONLY);
        } catch (KernelException e) {
            var refused =
                    new FileSystemException(
                            name, null, "error %d of the system".formatted(e.errno()));
            refused.initCause(e);
            throw refused;
        }
    }

    /// A channel whose lock this process already holds stays open: closing it would release that
    /// lock.
    private static Optional<Lock> tryPortableLock(Path file, Bytes owner) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null && Files.exists(file)) {
                channel.write(owner.buffer());
                return Optional.of(channel::close);
            }
        } catch (OverlappingFileLockException _) {
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }
}
