package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
import dev.deft.sandbox.WorkspaceView.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Scans a workspace, and further directories, for what a sandbox must know: protected paths,
/// hidden and read-only paths, and special files.
///
/// After the first scan, only directories that have changed are looked at.
public final class WorkspaceScan implements AutoCloseable {

    private final Path root;
    private final List<PinnedDirectory> further;
    private final CommandFiles files;
    private final ScannedTree tree;
    private final List<ScannedTree> furtherTrees = new ArrayList<>();

    /// @param further directories outside the workspace where commands may work
    /// @param extraProtected additional protected files in this workspace
    public WorkspaceScan(
            Path root,
            List<PinnedDirectory> further,
            List<Path> extraProtected,
            CommandFiles files) {
        this(root, further, extraProtected, files, DirectoryWatches.shared());
    }

    /// A scan that compares all directories each time, as where they cannot be watched.
    public static WorkspaceScan unwatched(
            Path root, List<Path> extraProtected, CommandFiles files) {
        return new WorkspaceScan(root, List.of(), extraProtected, files, Optional.empty());
    }

    WorkspaceScan(
            Path root,
            List<PinnedDirectory> further,
            List<Path> extraProtected,
            CommandFiles files,
            Optional<DirectoryWatches> watches) {
        this.root = root;
        this.further = List.copyOf(further);
        this.files = files;
        List<Path> extra = List.copyOf(extraProtected);
        this.tree = new ScannedTree(root, "", extra, files, watches);
        for (PinnedDirectory it : further) {
            furtherTrees.add(
                    new ScannedTree(it.path(), it.path().toString(), extra, files, watches));
        }
    }

    /// The result of a scan.
    ///
    /// @param protectedPaths the protected paths, each with a key that differs if it was replaced
    /// @param view what commands see and may change
    /// @param special pipes, sockets and devices
    /// @param repositories git directories, whatever their names
    public record Found(
            Map<Path, Object> protectedPaths,
            WorkspaceView view,
            List<Path> special,
            List<Path> repositories) {

        public static final Found NOTHING =
                new Found(Map.of(), WorkspaceView.EVERYTHING, List.of(), List.of());

        /// The same with what was found in a further directory.
        Found and(Path directory, Found there) {
            Map<Path, Object> all = new TreeMap<>(protectedPaths);
            all.putAll(there.protectedPaths);
            List<Place> places = new ArrayList<>(view.places());
            places.add(new Place(directory, there.view.whole(), true));
            places.addAll(there.view.places());
            return new Found(
                    Map.copyOf(all),
                    new WorkspaceView(view.whole(), places),
                    Stream.concat(special.stream(), there.special.stream()).toList(),
                    Stream.concat(repositories.stream(), there.repositories.stream()).toList());
        }
    }

    public Path root() {
        return root;
    }

    /// The further directory that a path is in, or the workspace.
    public Path top(Path path) {
        for (PinnedDirectory it : further) {
            if (path.startsWith(it.path())) {
                return it.path();
            }
        }
        return root;
    }

    /// Whether rules restrict commands here, so that scans must not be deferred.
    public boolean hasRules() {
        return files.restrictsFiles();
    }

    /// Whether a scan looks only at what has changed since the one before.
    public synchronized boolean isWatched() {
        boolean all = tree.isWatched();
        for (ScannedTree it : furtherTrees) {
            all &= it.isWatched();
        }
        return all;
    }

    public synchronized Found scan() throws IOException {
        Found found = tree.scan();
        for (int i = 0; i < furtherTrees.size(); i++) {
            PinnedDirectory directory = further.get(i);
            directory.requireSame();
            found = found.and(directory.path(), furtherTrees.get(i).scan());
        }
        return found;
    }

    /// Ends the watching; a later scan compares all directories.
    @Override
    public synchronized void close() {
        tree.close();
        furtherTrees.forEach(ScannedTree::close);
    }

    /// Whether it is a socket, not a pipe or device.
    static boolean isSocket(Path path) {
        try {
            Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return mode instanceof Integer bits && (bits & 0170000) == 0140000;
        } catch (IOException _) {
            return false;
        }
    }
}
