package dev.deft.overlay;

import dev.deft.host.Bytes;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The state of a workspace at one moment, to compare with a later one.
///
/// Used if overlays do not work. It reads every file, so it is for small workspaces only, and it
/// attributes changes of other processes to the command.
public final class Snapshot {

    /// Larger workspaces are not compared.
    private static final int MAX_FILES = 10_000;

    private static final long MAX_BYTES = 64L << 20;

    private static final Set<String> SKIPPED = Set.of(".git", ".deft", "node_modules");

    private final Path root;
    private final Map<String, Entry> entries;

    private Snapshot(Path root, Map<String, Entry> entries) {
        this.root = root;
        this.entries = entries;
    }

    /// Reads every file; empty if the workspace is too large.
    public static Optional<Snapshot> of(Path root) throws IOException {
        return scan(root, Map.of()).map(it -> new Snapshot(root, it));
    }

    /// The changes since then; empty if the workspace is too large by now.
    public Optional<List<FileChange>> changes() throws IOException {
        return scan(root, entries).map(this::compare);
    }

    private List<FileChange> compare(Map<String, Entry> now) {
        var paths = new TreeSet<>(entries.keySet());
        paths.addAll(now.keySet());
        List<FileChange> changes = new ArrayList<>();
        for (String path : paths) {
            FileState before = state(entries, path);
            FileState after = state(now, path);
            if (!before.equals(after)) {
                changes.add(new FileChange(path, before, after));
            }
        }
        return changes;
    }

    private static FileState state(Map<String, Entry> seen, String path) {
        return Optional.ofNullable(seen.get(path)).map(Entry::state).orElse(FileState.absent());
    }

    /// @param known entries that need not be read again if they are unchanged
    private static Optional<Map<String, Entry>> scan(Path root, Map<String, Entry> known)
            throws IOException {
        var visitor = new Visitor(root, known);
        Files.walkFileTree(root, visitor);
        return visitor.tooMuch ? Optional.empty() : Optional.of(visitor.found);
    }

    /// The state of a path, with attributes that tell whether it was changed since.
    private record Entry(Object key, FileTime changed, long size, FileState state) {

        boolean isStill(Object otherKey, FileTime otherChange, long otherSize) {
            return size == otherSize && changed.equals(otherChange) && key.equals(otherKey);
        }
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {

        private final Path root;
        private final Map<String, Entry> known;
        private final Map<String, Entry> found = new TreeMap<>();
        private long bytes;
        private boolean tooMuch;

        Visitor(Path root, Map<String, Entry> known) {
            this.root = root;
            this.known = known;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
            if (directory.equals(root)) {
                return FileVisitResult.CONTINUE;
            }
            return SKIPPED.contains(directory.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : visitFile(directory, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
                throws IOException {
            Optional<String> name = EntryReader.name(root, path);
            if (attributes.isOther() || name.isEmpty()) {
                return FileVisitResult.CONTINUE;
            }
            bytes += attributes.isRegularFile() ? attributes.size() : 0;
            tooMuch = bytes > MAX_BYTES || found.size() >= MAX_FILES;
            if (tooMuch) {
                return FileVisitResult.TERMINATE;
            }
            Optional<Entry> before = Optional.ofNullable(known.get(name.get()));
            try {
                found.put(name.get(), look(path, attributes, before));
            } catch (NoSuchFileException _) {
                // It was removed during the walk.
            }
            return FileVisitResult.CONTINUE;
        }

        private static Entry look(Path path, BasicFileAttributes attributes, Optional<Entry> before)
                throws IOException {
            Object key = String.valueOf(attributes.fileKey());
            FileTime changed = EntryReader.changed(path);
            if (before.isPresent() && before.get().isStill(key, changed, attributes.size())) {
                return before.get();
            }
            FileState state = EntryReader.at(path).orElseThrow();
            return new Entry(key, changed, attributes.size(), held(state, path));
        }

        /// Copies the content, because the file may change later.
        private static FileState held(FileState state, Path path) throws IOException {
            return state instanceof FileState.File(_, FileAttributes fileAttributes)
                    ? new FileState.File(
                            FileContent.of(Bytes.wrap(Files.readAllBytes(path))), fileAttributes)
                    : state;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
        }
    }
}
