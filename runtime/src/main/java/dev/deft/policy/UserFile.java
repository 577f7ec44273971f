package dev.deft.policy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A small file in a directory of the user's own, for the user alone. Whoever reads it sees all of
/// what was written, or all of what was there before.
public record UserFile(Path path) {

    private static final FileAttribute<?> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// Others hold the lock only while they write a small file.
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(5);

    /// Work on the file that nobody else does meanwhile.
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException;
    }

    public Optional<String> read() throws IOException {
        try {
            return Optional.of(Files.readString(path));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// What is in the file. Where there is none, one of the processes that ask at the same time
    /// makes it, and all get the same.
    public byte[] readOrCreate(Supplier<byte[]> content) throws IOException {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException _) {
            Path fresh = fresh(content.get());
            try {
                Files.createLink(path, fresh);
            } catch (FileAlreadyExistsException _) {
                return Files.readAllBytes(path);
            } catch (UnsupportedOperationException _) {
                Files.move(fresh, path);
            } finally {
                Files.deleteIfExists(fresh);
            }
            return Files.readAllBytes(path);
        }
    }

    /// Puts a text in place of what is there.
    public void replace(byte[] content) throws IOException {
        Path fresh = fresh(content);
        try {
            Files.move(
                    fresh,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private Path fresh(byte[] content) throws IOException {
        Path fresh = Files.createTempFile(directory(), "new", ".tmp", PRIVATE_FILE);
        return Files.write(fresh, content);
    }

    private Path directory() throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("There is no place for " + path);
        }
        return Files.createDirectories(directory, PRIVATE_DIRECTORY);
    }

    /// Does something while no other thread and no other process does the like.
    public <T> T withLock(Work<T> work) throws IOException {
        Path lock = directory().resolve(path.getFileName() + ".lock");
        try (FileChannel channel =
                FileChannel.open(
                        lock,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PRIVATE_FILE)) {
            try (FileLock _ = held(channel)) {
                return work.run();
            }
        }
    }

    private FileLock held(FileChannel channel) throws IOException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            Optional<FileLock> lock = tryLock(channel);
            if (lock.isPresent()) {
                return lock.get();
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "%s is locked by another process; try again when it has ended."
                                .formatted(path));
            }
            pause();
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException _) {
            return Optional.empty();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a lock", e);
        }
    }
}
