package dev.deft.sandbox;

import dev.deft.guard.ProtectedPaths;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What is protected in a workspace, nested repositories included.
///
/// @param further files that are protected in this workspace only
public record GuardedPaths(Path root, List<Path> further) {

    /// In a repository, where nothing is protected and much would have to be walked.
    private static final Set<String> PASSED_OVER = Set.of("objects", "refs", "logs", "lfs");

    /// What others have published; much would have to be walked here, too.
    private static final String PACKAGES = "node_modules";

    public GuardedPaths {
        further = List.copyOf(further);
    }

    /// The protected files and directories there are, each with what tells it from another one that
    /// was put in its place.
    public Map<Path, Object> find() throws IOException {
        Map<Path, Object> found = new TreeMap<>();
        int prefix = root.toString().length() + 1;
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path directory, BasicFileAttributes attributes) {
                        if (directory.equals(root)) {
                            return FileVisitResult.CONTINUE;
                        }
                        String name = directory.toString().substring(prefix);
                        if (ProtectedPaths.contains(name + "/x")) {
                            found.put(directory, key(attributes));
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        return isPassedOver(name)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        String name = file.toString().substring(prefix);
                        if (ProtectedPaths.contains(name)
                                || ProtectedPaths.isRepository(name)
                                || further.contains(file)) {
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

    private static boolean isPassedOver(String directory) {
        String name = directory.substring(directory.lastIndexOf('/') + 1);
        return name.equals(PACKAGES)
                || (PASSED_OVER.contains(name) && ("/" + directory).contains("/.git/"));
    }

    private static Object key(BasicFileAttributes attributes) {
        return String.valueOf(attributes.fileKey());
    }
}
