package dev.deft.agent.memory.index;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// All `.md` files of a directory. Without stamps, every search reads every file.
///
/// @param stamped whether files that were not touched are known by their time and size
record DirectorySource(Path root, boolean stamped) implements MemorySource {

    @Override
    public List<SourceFile> files() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(it -> it.toString().endsWith(".md"))
                    .sorted()
                    .map(this::file)
                    .toList();
        }
    }

    private SourceFile file(Path file) {
        java.io.File it = file.toFile();
        return new SourceFile(
                root.relativize(file).toString(),
                it.length(),
                stamped ? Optional.of(it.lastModified() + ":" + it.length()) : Optional.empty());
    }

    @Override
    public Optional<Bytes> load(String path) throws IOException {
        try {
            return Optional.of(Bytes.of(Files.readAllBytes(root.resolve(path))));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }
}
