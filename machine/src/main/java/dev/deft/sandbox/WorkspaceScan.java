package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
import dev.deft.policy.CommandFiles.Access;
import dev.deft.policy.CommandFiles.Ruling;
import dev.deft.sandbox.WorkspaceView.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Scans a workspace, and further directories, for what a sandbox must know: protected paths,
/// hidden and read-only paths, and special files.
///
/// A directory is listed again only if its change time, which commands cannot set, has changed.
public final class WorkspaceScan {

    private final Path root;
    private final List<PinnedDirectory> further;
    private final List<Path> extraProtected;
    private final CommandFiles files;
    private final Map<String, ScannedDirectory> cache = new HashMap<>();
    private Object version = "";

    /// @param extraProtected additional protected files in this workspace
    public WorkspaceScan(Path root, List<Path> extraProtected, CommandFiles files) {
        this(root, List.of(), extraProtected, files);
    }

    /// @param further directories outside the workspace where commands may work
    /// @param extraProtected additional protected files in this workspace
    public WorkspaceScan(
            Path root,
            List<PinnedDirectory> further,
            List<Path> extraProtected,
            CommandFiles files) {
        this.root = root;
        this.further = List.copyOf(further);
        this.extraProtected = List.copyOf(extraProtected);
        this.files = files;
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

    public synchronized Found scan() throws IOException {
        Object now = files.version();
        if (!now.equals(version)) {
            cache.clear();
            version = now;
        }
        Set<String> visited = new HashSet<>();
        Found found = scan(root, "", visited);
        for (PinnedDirectory it : further) {
            it.requireSame();
            found = found.and(it.path(), scan(it.path(), it.path().toString(), visited));
        }
        cache.keySet().retainAll(visited);
        return found;
    }

    /// @param prefix of the paths that rules name; empty for the workspace
    private Found scan(Path top, String prefix, Set<String> visited) throws IOException {
        Access whole = files.rulingBelow(prefix.isEmpty() ? "." : prefix).access();
        var walk = new Walk(top, prefix, whole, visited);
        walk.directory("", top, whole);
        return walk.found();
    }

    private final class Walk {

        private final Path top;
        private final String prefix;
        private final Access whole;
        private final Set<String> visited;
        private final Map<Path, Place> places = new TreeMap<>();
        private final Map<Path, Object> protectedPaths = new TreeMap<>();
        private final List<Path> special = new ArrayList<>();
        private final List<Path> repositories = new ArrayList<>();
        private final List<Place> pinned = new ArrayList<>();

        Walk(Path top, String prefix, Access whole, Set<String> visited) {
            this.top = top;
            this.prefix = prefix;
            this.whole = whole;
            this.visited = visited;
        }

        /// A path as rules name it.
        private String ruled(String name) {
            return prefix.isEmpty() ? name : child(prefix, name);
        }

        void directory(String name, Path directory, Access parentAccess) throws IOException {
            ScannedDirectory known = known(name, directory);
            visited.add(ruled(name));
            protectedPaths.putAll(known.protectedEntries());
            special.addAll(known.special());
            if (known.isRepository() && !name.isEmpty()) {
                repositories.add(directory);
            }
            for (String file : known.files()) {
                place(directory, child(name, file), file, parentAccess);
            }
            for (String below : known.directories()) {
                String inner = child(name, below);
                Path path = directory.resolve(below);
                Ruling ruling = files.rulingBelow(ruled(inner));
                if (ruling.access() != parentAccess) {
                    add(new Place(path, ruling.access(), true), ruling);
                }
                if (known.isEntered(below)) {
                    directory(inner, path, ruling.access());
                }
            }
        }

        private void place(Path directory, String name, String file, Access parentAccess) {
            Ruling ruling = files.ruling(ruled(name));
            if (ruling.access() != parentAccess) {
                add(new Place(directory.resolve(file), ruling.access(), false), ruling);
            }
        }

        private void add(Place place, Ruling ruling) {
            places.put(place.path(), place);
            if (!ruling.anywhere()) {
                pinned.add(place);
            }
        }

        private ScannedDirectory known(String name, Path directory) throws IOException {
            ScannedDirectory before = cache.get(ruled(name));
            Object stamp = ScannedDirectory.stamp(directory);
            if (before != null && before.isCurrent(stamp)) {
                return before;
            }
            var listed = ScannedDirectory.list(top, name, directory, stamp, extraProtected, files);
            cache.put(ruled(name), listed);
            return listed;
        }

        /// The parent directories of paths with rules of their own are mounted over themselves,
        /// because mount points cannot be moved away.
        Found found() {
            for (Place it : pinned) {
                Path above = it.path().getParent();
                while (above != null && !above.equals(top) && !places.containsKey(above)) {
                    Access access = around(above);
                    if (access != Access.NONE) {
                        places.put(above, new Place(above, access, true));
                    }
                    above = above.getParent();
                }
            }
            return new Found(
                    Map.copyOf(protectedPaths),
                    new WorkspaceView(whole, List.copyOf(places.values())),
                    List.copyOf(special),
                    List.copyOf(repositories));
        }

        private Access around(Path path) {
            for (Path it = path; it != null && !it.equals(top); it = it.getParent()) {
                Place place = places.get(it);
                if (place != null) {
                    return place.access();
                }
            }
            return whole;
        }
    }

    private static String child(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
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
