package dev.deft.sandbox;

import dev.deft.guard.ProtectedPaths;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Finds what is protected in a workspace, nested repositories included.
public final class GuardedPaths {

    /// Where nothing is protected and much would have to be walked.
    private static final Set<String> PASSED_OVER =
            Set.of("objects", "refs", "logs", "lfs", "node_modules");

    private GuardedPaths() {}

    /// The protected files and directories there are, each with what tells it from another one that
    /// was put in its place.
    public static Map<Path, Object> in(Path root) throws IOException {
        Map<Path, Object> found = new TreeMap<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        if (directory.equals(root)) {
                            return FileVisitResult.CONTINUE;
                        }
                        String name = root.relativize(directory).toString();
                        if (ProtectedPaths.contains(name + "/x")) {
                            found.put(directory, key(attributes));
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        return PASSED_OVER.contains(directory.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (ProtectedPaths.contains(root.relativize(file).toString())) {
                            found.put(file, key(attributes));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException problem) {
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }

    private static Object key(BasicFileAttributes attributes) {
        return String.valueOf(attributes.fileKey());
    }
}
