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

/// A small private file in a directory of the user. Writes are atomic: readers see the old or the
/// new content.
public record UserFile(Path path) {

    private static final FileAttribute<?> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /// Others hold the lock only while they write the file.
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(5);

    /// Work that is done under the lock of the file.
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

    /// Reads the file, and creates it if it does not exist. Processes that do so at the same time
    /// get the same content.
    public byte[] readOrCreate(Supplier<byte[]> content) throws IOException {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException _) {
            Path temp = tempFile(content.get());
            try {
                Files.createLink(path, temp);
            } catch (FileAlreadyExistsException _) {
                return Files.readAllBytes(path);
            } catch (UnsupportedOperationException _) {
                Files.move(temp, path);
            } finally {
                Files.deleteIfExists(temp);
            }
            return Files.readAllBytes(path);
        }
    }

    /// Replaces the content.
    public void replace(byte[] content) throws IOException {
        Path temp = tempFile(content);
        try {
            Files.move(
                    temp,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temp);
        }
    }

    private Path tempFile(byte[] content) throws IOException {
        Path temp = Files.createTempFile(directory(), "new", ".tmp", PRIVATE_FILE);
        return Files.write(temp, content);
    }

    private Path directory() throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("There is no directory for " + path);
        }
        return Files.createDirectories(directory, PRIVATE_DIRECTORY);
    }

    /// Runs work while no other thread and no other process holds the lock of the file.
    public <T> T withLock(Work<T> work) throws IOException {
        Path lock = directory().resolve(path.getFileName() + ".lock");
        try (FileChannel channel =
                FileChannel.open(
                        lock,
                        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                        PRIVATE_FILE)) {
            try (FileLock _ = lock(channel)) {
                return work.run();
            }
        }
    }

    private FileLock lock(FileChannel channel) throws IOException {
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
