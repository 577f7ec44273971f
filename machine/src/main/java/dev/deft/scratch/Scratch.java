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

/// A directory that lasts no longer than the process that made it.
///
/// A file in it is locked while its owner lives; the kernel gives the lock up however that ends. So
/// whoever comes later can tell what was left behind by the dead, whatever numbers processes have
/// by then and in whichever container they ran.
public final class Scratch implements AutoCloseable {

    private static final String PREFIX = "deft-";
    private static final String OWNER = "owner";
    private static final long US = ProcessHandle.current().pid();

    private final Path path;
    private final FileChannel held;

    private Scratch(Path path, FileChannel held) {
        this.path = path;
        this.held = held;
    }

    /// Makes one. It gets the name by which it is found only once it is locked.
    ///
    /// @param place is made where it is missing
    /// @param kind what it is for, as a part of its name
    public static Scratch in(Path place, String kind) throws IOException {
        Path made = Files.createTempDirectory(Files.createDirectories(place), ".deft").toRealPath();
        Path owner = Files.createFile(made.resolve(OWNER));
        FileChannel held = FileChannel.open(owner, StandardOpenOption.WRITE);
        if (held.tryLock() == null) {
            throw new IOException(owner + " is locked by somebody else");
        }
        String number = made.getFileName().toString().substring(".deft".length());
        Path path = made.resolveSibling(PREFIX + kind + "-" + US + "-" + number);
        return new Scratch(Files.move(made, path), held);
    }

    public Path path() {
        return path;
    }

    /// Removes what dead processes of this user left in some places. What cannot be removed stays.
    public static void sweep(List<Path> places) {
        places.stream().distinct().filter(Files::isDirectory).forEach(Scratch::sweep);
    }

    private static void sweep(Path place) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(place, PREFIX + "*")) {
            left.forEach(Scratch::sweepOne);
        } catch (IOException | DirectoryIteratorException e) {
            stays(place, e);
        }
    }

    private static void sweepOne(Path directory) {
        try {
            if (isOurs(directory)
                    && Files.isRegularFile(directory.resolve(OWNER), NOFOLLOW_LINKS)) {
                removeIfDead(directory);
            }
        } catch (NoSuchFileException _) {
            // Somebody else was faster.
        } catch (IOException e) {
            stays(directory, e);
        }
    }

    private static void stays(Path path, Exception problem) {
        System.getLogger(Scratch.class.getName())
                .log(System.Logger.Level.DEBUG, "what was left in " + path + " stays", problem);
    }

    /// Of this user, so that nobody else can have put it there; and not of this process: to open
    /// and close a file of ours again would give up its lock.
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

    /// Removes it with everything in it.
    @Override
    public void close() throws IOException {
        try (held) {
            if (held.isOpen()) {
                RecursiveRemoval.of(path, OWNER);
            }
        }
    }
}
