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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Scans a workspace for what a sandbox must know: protected paths, hidden and read-only paths, and
/// special files.
///
/// A directory is listed again only if its change time, which commands cannot set, has changed.
public final class WorkspaceScan {

    private final Path root;
    private final List<Path> extraProtected;
    private final CommandFiles files;
    private final Map<String, ScannedDirectory> cache = new HashMap<>();
    private Object version = "";

    /// @param extraProtected additional protected files in this workspace
    public WorkspaceScan(Path root, List<Path> extraProtected, CommandFiles files) {
        this.root = root;
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
    }

    public Path root() {
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
        Access whole = files.rulingBelow(".").access();
        var walk = new Walk(whole);
        walk.directory("", root, whole);
        cache.keySet().retainAll(walk.visited.keySet());
        return walk.found();
    }

    private final class Walk {

        private final Access whole;
        private final Map<String, ScannedDirectory> visited = new LinkedHashMap<>();
        private final Map<Path, Place> places = new TreeMap<>();
        private final Map<Path, Object> protectedPaths = new TreeMap<>();
        private final List<Path> special = new ArrayList<>();
        private final List<Path> repositories = new ArrayList<>();
        private final List<Place> pinned = new ArrayList<>();

        Walk(Access whole) {
            this.whole = whole;
        }

        void directory(String name, Path directory, Access parentAccess) throws IOException {
            ScannedDirectory known = known(name, directory);
            visited.put(name, known);
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
                Ruling ruling = files.rulingBelow(inner);
                if (ruling.access() != parentAccess) {
                    add(new Place(path, ruling.access(), true), ruling);
                }
                if (known.isEntered(below)) {
                    directory(inner, path, ruling.access());
                }
            }
        }

        private void place(Path directory, String name, String file, Access parentAccess) {
            Ruling ruling = files.ruling(name);
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
            ScannedDirectory before = cache.get(name);
            Object stamp = ScannedDirectory.stamp(directory);
            if (before != null && before.isCurrent(stamp)) {
                return before;
            }
            var listed = ScannedDirectory.list(root, name, directory, stamp, extraProtected, files);
            cache.put(name, listed);
            return listed;
        }

        /// The parent directories of paths with rules of their own are mounted over themselves,
        /// because mount points cannot be moved away.
        Found found() {
            for (Place it : pinned) {
                Path above = it.path().getParent();
                while (above != null && !above.equals(root) && !places.containsKey(above)) {
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
            for (Path it = path; it != null && !it.equals(root); it = it.getParent()) {
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
