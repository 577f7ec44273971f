package dev.deft.process;

import dev.deft.sandbox.GuardedPaths;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What the protected files of a workspace were before a command, to be put back after it.
///
/// For fences that cannot hold them fast. The state directory is left out: we write there ourselves
/// while a command runs.
final class Keepsake {

    private static final int MOST_FILES = 2_000;
    private static final long LARGEST_FILE = 1024 * 1024;

    private final Path root;
    private final Quarantine quarantine;
    private final Map<Path, Object> guarded;
    private final Map<Path, Kept> files;

    private Keepsake(
            Path root, Quarantine quarantine, Map<Path, Object> guarded, Map<Path, Kept> files) {
        this.root = root;
        this.quarantine = quarantine;
        this.guarded = guarded;
        this.files = files;
    }

    /// A file as it was.
    private record Kept(ByteBuffer bytes, Set<PosixFilePermission> mode) {}

    static Keepsake of(Path root, Quarantine quarantine) throws IOException {
        Map<Path, Object> guarded = GuardedPaths.in(root);
        return new Keepsake(root, quarantine, guarded, files(root, guarded.keySet()));
    }

    private static Map<Path, Kept> files(Path root, Set<Path> guarded) throws IOException {
        Map<Path, Kept> files = new TreeMap<>();
        for (Path it : guarded) {
            if (it.startsWith(root.resolve(".deft")) || !Files.exists(it)) {
                continue;
            }
            try (Stream<Path> all = Files.walk(it)) {
                for (Path file : all.limit(MOST_FILES).toList()) {
                    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && Files.size(file) <= LARGEST_FILE) {
                        files.put(file, kept(file));
                    }
                }
            }
        }
        return files;
    }

    private static Kept kept(Path file) throws IOException {
        return new Kept(
                ByteBuffer.wrap(Files.readAllBytes(file)), Files.getPosixFilePermissions(file));
    }

    /// Puts back what was changed, and moves aside what is new.
    ///
    /// @return what to tell about it
    Optional<String> putBack(String script) {
        try {
            List<Path> moved = new ArrayList<>();
            Map<Path, Kept> now = files(root, guarded.keySet());
            for (Map.Entry<Path, Kept> it : now.entrySet()) {
                if (!it.getValue().equals(files.get(it.getKey()))) {
                    quarantine.move(it.getKey(), moved);
                }
            }
            for (Map.Entry<Path, Kept> it : files.entrySet()) {
                if (!Files.exists(it.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                    restore(it.getKey(), it.getValue(), moved);
                }
            }
            Map<Path, Object> known = GuardedPaths.in(root);
            known.keySet().retainAll(guarded.keySet());
            Optional<String> swept = quarantine.sweep(known, script);
            return moved.isEmpty()
                    ? swept
                    : Optional.of(Quarantine.told(moved) + swept.map(it -> "; " + it).orElse(""));
        } catch (IOException e) {
            return Optional.of("protected paths could not be checked: " + e.getMessage());
        }
    }

    private void restore(Path file, Kept kept, List<Path> moved) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, kept.bytes().array());
        Files.setPosixFilePermissions(file, kept.mode());
        Path name = root.relativize(file);
        if (!moved.contains(name)) {
            moved.add(name);
        }
    }
}
