package dev.deft.scratch;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes a directory tree, even if commands have changed its permissions. Does not follow
/// symlinks.
final class RecursiveRemoval extends SimpleFileVisitor<Path> {

    private final Path last;
    private final Set<Path> opened = new HashSet<>();

    private RecursiveRemoval(Path last) {
        this.last = last;
    }

    /// @param last the file to remove last, so that an interrupted removal can be recognized
    static void of(Path directory, String last) throws IOException {
        Files.walkFileTree(directory, new RecursiveRemoval(directory.resolve(last)));
    }

    /// Commands may have made directories unreadable.
    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
            throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        if (!file.equals(last)) {
            Files.delete(file);
        }
        return FileVisitResult.CONTINUE;
    }

    /// The JDK opens a directory before its permissions can be changed.
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || !opened.add(file)) {
            throw problem;
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        Files.walkFileTree(file, this);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
            throws IOException {
        if (problem != null) {
            throw problem;
        }
        if (directory.equals(last.getParent())) {
            Files.deleteIfExists(last);
        }
        Files.delete(directory);
        return FileVisitResult.CONTINUE;
    }
}
