package dev.deft.mcp.oauth;

import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// The file with the tokens for one server, which only its owner can read.
///
/// Its name comes from the address of the server, not from its name in the settings: a token is
/// never sent to a server with another address.
final class ServerFile {

    private static final String DIRECTORY = "mcp-tokens";
    private static final int NAME_LENGTH = 32;
    private static final Duration PAUSE = Duration.ofMillis(20);

    /// Others hold the lock while they renew a token, which is one request.
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

    private static final Set<PosixFilePermission> OF_OTHERS =
            EnumSet.complementOf(
                    EnumSet.of(
                            PosixFilePermission.OWNER_READ,
                            PosixFilePermission.OWNER_WRITE,
                            PosixFilePermission.OWNER_EXECUTE));
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final String url;
    private final Path path;

    /// The file for a server, which need not be there.
    ///
    /// @param data the user's data directory
    /// @param url of the server
    ServerFile(Path data, String url) {
        this.url = url;
        this.path = data.resolve(DIRECTORY).resolve(name(url) + ".json");
    }

    private static String name(String url) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(url.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Path path() {
        return path;
    }

    /// Reads the record; a file that is not there is an empty one.
    ///
    /// @throws IOException if others could have read or written it, or if it is broken
    ServerRecord read() throws IOException {
        if (!isThere()) {
            return ServerRecord.empty(url);
        }
        Optional<String> text = new UserFile(path).read();
        if (text.isEmpty()) {
            return ServerRecord.empty(url);
        }
        return ServerRecordFormat.read(text.get())
                .filter(it -> it.url().equals(url))
                .orElseThrow(() ->
                        new IOException(
                                "%s is broken. Delete it, and sign in again.".formatted(path)));
    }

    private boolean isThere() throws IOException {
        PosixFileAttributes attributes;
        try {
            attributes =
                    Files.readAttributes(
                            path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException _) {
            return false;
        }
        boolean shared = attributes.permissions().stream().anyMatch(OF_OTHERS::contains);
        if (!attributes.isRegularFile() || shared || isDirectoryShared()) {
            throw new IOException(
                    "%s can be read or changed by others, so its tokens are not used. Delete it, and sign in again."
                            .formatted(path));
        }
        return true;
    }

    /// Whether others could put another file in its place.
    private boolean isDirectoryShared() throws IOException {
        Set<PosixFilePermission> all = Files.getPosixFilePermissions(directory());
        return all.contains(PosixFilePermission.GROUP_WRITE)
                || all.contains(PosixFilePermission.OTHERS_WRITE);
    }

    void write(ServerRecord record) throws IOException {
        byte[] text = ServerRecordFormat.write(record).getBytes(StandardCharsets.UTF_8);
        new UserFile(path).replace(text);
        Files.setPosixFilePermissions(directory(), OWNER_ONLY);
    }

    /// Deletes the file, also one that cannot be read.
    ///
    /// @return whether it was there
    boolean delete() throws IOException {
        return Files.deleteIfExists(path);
    }

    /// Work that is done under the lock of the file.
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    /// Runs work while no other thread and no other process does the same for this server.
    <T> T locked(Work<T> work) throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(
                        directory(), PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Path lock = directory.resolve(path.getFileName() + ".lock");
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

    private Path directory() throws IOException {
        Path directory = path.getParent();
        if (directory == null) {
            throw new IOException("There is no directory for " + path);
        }
        return directory;
    }

    private FileLock lock(FileChannel channel) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LOCK_TIMEOUT.toNanos();
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
            Thread.sleep(PAUSE);
        }
    }

    private static Optional<FileLock> tryLock(FileChannel channel) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock());
        } catch (OverlappingFileLockException _) {
            return Optional.empty();
        }
    }
}
