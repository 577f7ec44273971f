package dev.deft.process.launch;

import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.state.StatePaths;
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

/// A backup of the protected files of a workspace, made before a command and restored after it.
///
/// For sandboxes that cannot make them read-only. Of the state directory, only the configuration is
/// backed up: we write there ourselves while commands run.
final class ProtectedFileBackup {

    private static final int MAX_FILES = 2_000;
    private static final long MAX_FILE_BYTES = 1024 * 1024;

    /// Read from the state directory and never written by a session.
    private static final List<String> CONFIGURATION = List.of("agent.json", "skills");

    private final Path root;
    private final Quarantine quarantine;
    private final Found before;
    private final Map<Path, FileCopy> files;

    private ProtectedFileBackup(
            Path root, Quarantine quarantine, Found before, Map<Path, FileCopy> files) {
        this.root = root;
        this.quarantine = quarantine;
        this.before = before;
        this.files = files;
    }

    private record FileCopy(ByteBuffer bytes, Set<PosixFilePermission> mode) {}

    static ProtectedFileBackup of(Path root, Quarantine quarantine, Found before)
            throws IOException {
        return new ProtectedFileBackup(
                root, quarantine, before, files(root, before.protectedPaths().keySet()));
    }

    private static Map<Path, FileCopy> files(Path root, Set<Path> protectedPaths)
            throws IOException {
        Map<Path, FileCopy> files = new TreeMap<>();
        for (Path it : paths(root, protectedPaths)) {
            if (!Files.exists(it)) {
                continue;
            }
            try (Stream<Path> all = Files.walk(it)) {
                for (Path file : all.limit(MAX_FILES).toList()) {
                    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && Files.size(file) <= MAX_FILE_BYTES) {
                        files.put(file, copy(file));
                    }
                }
            }
        }
        return files;
    }

    private static List<Path> paths(Path root, Set<Path> protectedPaths) {
        Path state = new StatePaths(root).path();
        Stream<Path> others = protectedPaths.stream().filter(it -> !it.startsWith(state));
        return Stream.concat(others, CONFIGURATION.stream().map(state::resolve)).toList();
    }

    private static FileCopy copy(Path file) throws IOException {
        return new FileCopy(
                ByteBuffer.wrap(Files.readAllBytes(file)), Files.getPosixFilePermissions(file));
    }

    /// Restores what was changed, and moves new files to the quarantine.
    ///
    /// @return a message for the user
    Optional<String> restoreAll(String script) {
        try {
            List<Path> moved = new ArrayList<>();
            Map<Path, FileCopy> now = files(root, before.protectedPaths().keySet());
            for (Map.Entry<Path, FileCopy> it : now.entrySet()) {
                if (!it.getValue().equals(files.get(it.getKey()))) {
                    quarantine.move(it.getKey(), moved);
                }
            }
            for (Map.Entry<Path, FileCopy> it : files.entrySet()) {
                if (!Files.exists(it.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                    restore(it.getKey(), it.getValue(), moved);
                }
            }
            Map<Path, Object> known = new TreeMap<>(quarantine.scan().protectedPaths());
            known.keySet().retainAll(before.protectedPaths().keySet());
            Optional<String> message =
                    quarantine.sweep(
                            new Found(
                                    known, before.view(), before.special(), before.repositories()),
                            script);
            return moved.isEmpty()
                    ? message
                    : Optional.of(
                            Quarantine.message(moved) + message.map(it -> "; " + it).orElse(""));
        } catch (IOException e) {
            return Optional.of("could not check protected paths: " + e.getMessage());
        }
    }

    /// Moves away files that are in place of a parent directory.
    private void clear(Path file, List<Path> moved) throws IOException {
        for (Path it = quarantine.top(file);
                !it.equals(file);
                it = it.resolve(file.getName(it.getNameCount()))) {
            if (Files.exists(it, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)) {
                quarantine.move(it, moved);
            }
        }
    }

    private void restore(Path file, FileCopy copy, List<Path> moved) throws IOException {
        clear(file, moved);
        Files.createDirectories(file.resolveSibling("."));
        Files.write(file, copy.bytes().array());
        Files.setPosixFilePermissions(file, copy.mode());
        Path name = quarantine.shown(file);
        if (!moved.contains(name)) {
            moved.add(name);
        }
    }
}
