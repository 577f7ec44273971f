package dev.deft.draft;

import dev.deft.host.Bytes;
import dev.deft.os.FileChange;
import dev.deft.os.FileState;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
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

/// The files of a workspace at one moment, to be compared with a later one.
///
/// It is what is left where there is no overlay: every file is read, so it is for small workspaces
/// only, and it takes a change that somebody else made meanwhile for one of the command.
public final class Snapshot {

    /// A workspace with more than this is not looked at.
    private static final int MOST_FILES = 10_000;

    private static final long MOST_BYTES = 64L << 20;

    private static final Set<String> PASSED_OVER = Set.of(".git", ".deft", "node_modules");

    private final Path root;
    private final Map<String, Seen> files;

    private Snapshot(Path root, Map<String, Seen> files) {
        this.root = root;
        this.files = files;
    }

    /// Looks at every file; nothing when there is too much to look at.
    public static Optional<Snapshot> of(Path root) throws IOException {
        return seen(root, Map.of()).map(it -> new Snapshot(root, it));
    }

    /// What is different now; nothing when it cannot be told any more.
    public Optional<List<FileChange>> changes() throws IOException {
        return seen(root, files).map(this::different);
    }

    private List<FileChange> different(Map<String, Seen> now) {
        List<FileChange> changes = new ArrayList<>();
        files.forEach((path, before) -> {
            FileState after = now.containsKey(path) ? now.get(path).state() : FileState.ABSENT;
            if (!before.state().content().equals(after.content())) {
                changes.add(new FileChange(path, before.state(), after));
            }
        });
        now.forEach((path, after) -> {
            if (!files.containsKey(path)) {
                changes.add(new FileChange(path, FileState.ABSENT, after.state()));
            }
        });
        return changes;
    }

    /// @param known what need not be read again
    private static Optional<Map<String, Seen>> seen(Path root, Map<String, Seen> known)
            throws IOException {
        var visitor = new Looking(root, known);
        Files.walkFileTree(root, visitor);
        return visitor.tooMuch ? Optional.empty() : Optional.of(visitor.found);
    }

    /// A file, and what tells that it was not touched since.
    private record Seen(Object key, FileTime changed, long size, FileState state) {

        boolean isStill(Object otherKey, FileTime otherChange, long otherSize) {
            return size == otherSize && changed.equals(otherChange) && key.equals(otherKey);
        }
    }

    private static final class Looking extends SimpleFileVisitor<Path> {

        private final Path root;
        private final Map<String, Seen> known;
        private final Map<String, Seen> found = new TreeMap<>();
        private long bytes;
        private boolean tooMuch;

        Looking(Path root, Map<String, Seen> known) {
            this.root = root;
            this.known = known;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return !directory.equals(root)
                            && PASSED_OVER.contains(directory.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            if (!attributes.isRegularFile()) {
                return FileVisitResult.CONTINUE;
            }
            bytes += attributes.size();
            tooMuch = bytes > MOST_BYTES || found.size() >= MOST_FILES;
            if (tooMuch) {
                return FileVisitResult.TERMINATE;
            }
            String path = root.relativize(file).toString();
            found.put(path, look(file, attributes, Optional.ofNullable(known.get(path))));
            return FileVisitResult.CONTINUE;
        }

        private static Seen look(Path file, BasicFileAttributes attributes, Optional<Seen> before)
                throws IOException {
            Object key = String.valueOf(attributes.fileKey());
            var changed = (FileTime) Files.getAttribute(file, "unix:ctime");
            if (before.isPresent() && before.get().isStill(key, changed, attributes.size())) {
                return before.get();
            }
            int mode = (int) Files.getAttribute(file, "unix:mode");
            FileState state = FileState.of(Bytes.wrap(Files.readAllBytes(file)), mode & 0xfff);
            return new Seen(key, changed, attributes.size(), state);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
        }
    }
}
