package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The named pipes of a workspace, and whatever else is neither a file, a directory nor a link.
///
/// Looking through a large tree takes long, so it is done no more often than costs a fiftieth of
/// the time.
public final class SpecialFiles {

    private static final int RARELY = 50;

    private final Path root;
    private List<Path> found = List.of();
    private long looked;
    private Duration took = Duration.ZERO;
    private boolean known;

    public SpecialFiles(Path root) {
        this.root = root;
    }

    /// Those there are now, or were a moment ago.
    public synchronized List<Path> find() throws IOException {
        long now = System.nanoTime();
        if (!known || now - looked > took.toNanos() * RARELY) {
            found = walked();
            known = true;
            looked = System.nanoTime();
            took = Duration.ofNanos(looked - now);
        }
        return found;
    }

    private List<Path> walked() throws IOException {
        List<Path> special = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isOther()) {
                            special.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException problem) {
                        return FileVisitResult.CONTINUE;
                    }
                });
        return List.copyOf(special);
    }
}
