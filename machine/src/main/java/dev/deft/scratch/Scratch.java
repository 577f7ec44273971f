package dev.deft.scratch;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A temporary directory that is removed with the process that created it.
///
/// Its owner holds a lock on a file in it, which the kernel releases when the process ends. So a
/// later process can recognize abandoned directories, even across containers and reused process
/// ids.
public final class Scratch implements AutoCloseable {

    private static final String PREFIX = "deft-";
    private static final String OWNER = "owner";
    private static final long US = ProcessHandle.current().pid();

    private final Path path;
    private final FileChannel lockFile;

    private Scratch(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /// Creates one. It gets its final name only after it is locked.
    ///
    /// @param parent the parent directory, created if missing
    /// @param kind a part of its name
    public static Scratch in(Path parent, String kind) throws IOException {
        Path temporary =
                Files.createTempDirectory(Files.createDirectories(parent), ".deft").toRealPath();
        Path owner = Files.createFile(temporary.resolve(OWNER));
        FileChannel lockFile = FileChannel.open(owner, StandardOpenOption.WRITE);
        if (lockFile.tryLock() == null) {
            throw new IOException(owner + " is locked by another process");
        }
        String number = temporary.getFileName().toString().substring(".deft".length());
        Path path = temporary.resolveSibling(PREFIX + kind + "-" + US + "-" + number);
        return new Scratch(Files.move(temporary, path), lockFile);
    }

    public Path path() {
        return path;
    }

    /// Removes the directories that dead processes of this user left behind, where possible.
    public static void sweep(List<Path> directories) {
        directories.stream().distinct().filter(Files::isDirectory).forEach(Scratch::sweep);
    }

    private static void sweep(Path parent) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, PREFIX + "*")) {
            left.forEach(Scratch::sweepOne);
        } catch (IOException | DirectoryIteratorException e) {
            logLeftover(parent, e);
        }
    }

    private static void sweepOne(Path directory) {
        try {
            if (isOurs(directory)
                    && Files.isRegularFile(directory.resolve(OWNER), NOFOLLOW_LINKS)) {
                removeIfDead(directory);
            }
        } catch (NoSuchFileException _) {
            // Another process was faster.
        } catch (IOException e) {
            logLeftover(directory, e);
        }
    }

    private static void logLeftover(Path path, Exception problem) {
        System.getLogger(Scratch.class.getName())
                .log(System.Logger.Level.DEBUG, "could not remove " + path, problem);
    }

    /// Owned by this user, so that nobody else can have created it, but not by this process:
    /// opening and closing the file again would release our own lock.
    private static boolean isOurs(Path directory) throws IOException {
        return !directory.getFileName().toString().contains("-" + US + "-")
                && Files.isDirectory(directory, NOFOLLOW_LINKS)
                && Files.getAttribute(directory, "unix:uid", NOFOLLOW_LINKS)
                        .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    private static void removeIfDead(Path directory) throws IOException {
        try (FileChannel owner =
                        FileChannel.open(directory.resolve(OWNER), StandardOpenOption.WRITE);
                FileLock lock = owner.tryLock()) {
            if (lock != null) {
                RecursiveRemoval.of(directory, OWNER);
            }
        }
    }

    /// Removes the directory.
    @Override
    public void close() throws IOException {
        try (lockFile) {
            if (lockFile.isOpen()) {
                RecursiveRemoval.of(path, OWNER);
            }
        }
    }
}
