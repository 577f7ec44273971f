package dev.deft.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Directories below `bench/target`, which a build may remove.
final class BenchDirectory {

    private static final Path PARENT = Path.of("bench", "target", "terminal");

    private BenchDirectory() {}

    /// A directory that stays from run to run.
    static Path keep(String name) throws IOException {
        return Files.createDirectories(PARENT.resolve(name)).toRealPath();
    }

    /// A new directory.
    static Path make(String name) throws IOException {
        Files.createDirectories(PARENT);
        return Files.createTempDirectory(PARENT, name + "-").toRealPath();
    }
}
