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

/// Removes a directory with everything in it, whatever commands have made of it. Links are removed
/// and not followed.
final class RecursiveRemoval extends SimpleFileVisitor<Path> {

    private final Path last;
    private final Set<Path> opened = new HashSet<>();

    private RecursiveRemoval(Path last) {
        this.last = last;
    }

    /// Removes a directory.
    ///
    /// @param last the file in it that goes last: what is cut short can be told from what is not
    static void of(Path directory, String last) throws IOException {
        Files.walkFileTree(directory, new RecursiveRemoval(directory.resolve(last)));
    }

    /// Commands may have made directories that nobody can look into.
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

    /// A directory is opened before anybody can change its mode.
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
