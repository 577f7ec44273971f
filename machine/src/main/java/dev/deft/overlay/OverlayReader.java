package dev.deft.overlay;

import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.policy.ProtectedPaths;
import dev.deft.sandbox.RepositoryParts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the upper directory of an overlay: a file there is new or changed, a character device 0:0
/// is a deletion, and an opaque directory hides the one in the workspace.
final class OverlayReader {

    private static final String OPAQUE = "overlay.opaque";
    private static final Path GIT = Path.of(".git");

    private final Path root;
    private final Path upper;
    private final FileTime since;
    private final List<FileChange> changes = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> unsupported = new ArrayList<>();
    private final List<String> changedMeanwhile = new ArrayList<>();

    /// @param began changes in the workspace after this time were made by other processes
    OverlayReader(Path root, Path upper, FileTime began) {
        this.root = root;
        this.upper = upper;
        this.since = began;
    }

    OverlayChanges read() throws IOException {
        directory(upper, true, false);
        return new OverlayChanges(changes, refused, unsupported, changedMeanwhile);
    }

    /// @param inWorkspace whether the workspace has a directory there too
    /// @param opaque whether it hides the directory of the workspace
    private void directory(Path directory, boolean inWorkspace, boolean opaque) throws IOException {
        boolean hides = opaque || (inWorkspace && isOpaque(directory));
        for (Path path : list(directory)) {
            Optional<String> name = EntryReader.name(upper, path);
            if (name.isEmpty()) {
                unsupported.add(upper.relativize(path).toString());
            } else if (isProtected(path, name.get())) {
                refused.add(name.get());
            } else {
                entry(path, name.get(), inWorkspace, hides);
            }
        }
        if (inWorkspace && hides) {
            recordHidden(directory);
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    /// The same path in the workspace.
    private Path real(Path path) {
        return root.resolve(upper.relativize(path));
    }

    /// A new repository keeps everything that cannot make git run programs.
    private boolean isProtected(Path path, String name) throws IOException {
        if (ProtectedPaths.isRepository(name)) {
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    ? !isOrdinaryLink(path)
                    : Files.isSymbolicLink(path);
        }
        return ProtectedPaths.contains(name)
                && (!isInFreshRepository(upper.relativize(path)) || runsPrograms(path, name));
    }

    private boolean isOrdinaryLink(Path path) throws IOException {
        return RepositoryParts.isOrdinaryLink(root, path)
                || RepositoryParts.isOrdinaryLink(upper, path);
    }

    private boolean runsPrograms(Path path, String name) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (name.contains("/hooks/")) {
            return !name.endsWith(".sample");
        }
        return name.endsWith("commondir")
                ? !RepositoryParts.isOrdinaryCommonDirectory(path)
                : RepositoryParts.sanitized(upper, path).isPresent();
    }

    private boolean isInFreshRepository(Path below) {
        for (int parts = 1; parts < below.getNameCount(); parts++) {
            Path above = below.subpath(0, parts);
            if (above.endsWith(GIT)) {
                return Files.notExists(root.resolve(above));
            }
        }
        return false;
    }

    private void entry(Path path, String name, boolean inWorkspace, boolean opaque)
            throws IOException {
        Path real = real(path);
        FileState before = inWorkspace ? before(name, real) : FileState.absent();
        if (isDeletion(path)) {
            change(name, real, before, FileState.absent());
            return;
        }
        Optional<FileState> after = EntryReader.withTime(path);
        if (after.isEmpty()) {
            unsupported.add(name);
            return;
        }
        change(name, real, before, after.get());
        if (after.get().isDirectory()) {
            directory(path, before.isDirectory(), opaque);
        }
    }

    private void change(String name, Path real, FileState before, FileState after)
            throws IOException {
        if (before.isDirectory() && !after.isDirectory()) {
            for (Path path : list(real)) {
                recordDeletion(path);
            }
        }
        if (!EntryReader.isSame(before, after)) {
            changes.add(new FileChange(name, before, after));
        }
    }

    /// The state in the workspace, which the command saw unless another process changed it in
    /// between.
    private FileState before(String name, Path real) throws IOException {
        Optional<FileState> before = EntryReader.at(real);
        if (before.isEmpty()) {
            unsupported.add(name);
        }
        boolean leaf = before.isPresent() && before.get().isLeaf();
        if (leaf && EntryReader.changed(real).compareTo(since) > 0) {
            changedMeanwhile.add(name);
        }
        return before.orElse(FileState.absent());
    }

    /// Records the deletion of a path and everything below it.
    private void recordDeletion(Path real) throws IOException {
        Optional<String> name = EntryReader.name(root, real);
        if (name.isPresent()) {
            change(name.get(), real, before(name.get(), real), FileState.absent());
        } else {
            unsupported.add(root.relativize(real).toString());
        }
    }

    /// Records the deletion of everything an opaque directory hides.
    private void recordHidden(Path directory) throws IOException {
        for (Path path : list(real(directory))) {
            Path upperPath = directory.resolve(path.getFileName());
            if (Files.notExists(upperPath, LinkOption.NOFOLLOW_LINKS)) {
                recordDeletion(path);
            }
        }
    }

    private static boolean isDeletion(Path path) throws IOException {
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        boolean device = (mode & 0xf000) == 0x2000;
        return device
                && (long) Files.getAttribute(path, "unix:rdev", LinkOption.NOFOLLOW_LINKS) == 0;
    }

    private static boolean isOpaque(Path directory) throws IOException {
        UserDefinedFileAttributeView attributes =
                Files.getFileAttributeView(directory, UserDefinedFileAttributeView.class);
        if (!attributes.list().contains(OPAQUE)) {
            return false;
        }
        var value = ByteBuffer.allocate(attributes.size(OPAQUE));
        attributes.read(OPAQUE, value);
        return value.position() > 0 && value.get(0) == 'y';
    }
}
