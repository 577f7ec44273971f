package dev.deft.app;

import java.nio.file.Files;
import java.nio.file.Path;

/// Where the tests find the files of the project, wherever they are started from.
public final class Checkout {

    private Checkout() {}

    /// A file of the project.
    ///
    /// @param path relative to its root, such as `docs/glossary.md`
    public static Path file(String path) {
        return root().resolve(path);
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve(".mvn"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException("the tests must run inside the checkout");
            }
            directory = parent;
        }
        return directory;
    }
}
