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

/// Looks through a workspace for what a fence must know: what is protected, what the rules hide or
/// keep, and what is no plain file.
///
/// A directory is listed again only when it changed since it was last: the kernel notes that in a
/// time no command can set.
public final class WorkspaceScan {

    private final Path root;
    private final List<Path> further;
    private final CommandFiles files;
    private final Map<String, ScannedDirectory> seen = new HashMap<>();
    private Object version = "";

    /// Prepares to look.
    ///
    /// @param further files that are protected in this workspace only
    public WorkspaceScan(Path root, List<Path> further, CommandFiles files) {
        this.root = root;
        this.further = List.copyOf(further);
        this.files = files;
    }

    /// What there is.
    ///
    /// @param guarded the protected files and directories, each with what tells it from another one
    ///   that was put in its place
    /// @param view what commands see and may change
    /// @param special pipes, sockets and devices
    /// @param repositories directories of git, whatever their names
    public record Found(
            Map<Path, Object> guarded,
            WorkspaceView view,
            List<Path> special,
            List<Path> repositories) {

        public static final Found NOTHING =
                new Found(Map.of(), WorkspaceView.EVERYTHING, List.of(), List.of());
    }

    public Path root() {
        return root;
    }

    /// Whether rules bind commands here, so that looking cannot wait.
    public boolean isNarrow() {
        return files.restrictsFiles();
    }

    public synchronized Found look() throws IOException {
        Object now = files.version();
        if (!now.equals(version)) {
            seen.clear();
            version = now;
        }
        Access whole = files.rulingBelow(".").access();
        var walk = new Walk(whole);
        walk.directory("", root, whole);
        seen.keySet().retainAll(walk.visited.keySet());
        return walk.found();
    }

    /// One look.
    private final class Walk {

        private final Access whole;
        private final Map<String, ScannedDirectory> visited = new LinkedHashMap<>();
        private final Map<Path, Place> places = new TreeMap<>();
        private final Map<Path, Object> guarded = new TreeMap<>();
        private final List<Path> special = new ArrayList<>();
        private final List<Path> repositories = new ArrayList<>();
        private final List<Place> fixed = new ArrayList<>();

        Walk(Access whole) {
            this.whole = whole;
        }

        void directory(String name, Path directory, Access around) throws IOException {
            ScannedDirectory known = known(name, directory);
            visited.put(name, known);
            guarded.putAll(known.guarded());
            special.addAll(known.special());
            if (known.isRepository() && !name.isEmpty()) {
                repositories.add(directory);
            }
            for (String file : known.files()) {
                place(directory, child(name, file), file, around);
            }
            for (String below : known.below()) {
                String inner = child(name, below);
                Path path = directory.resolve(below);
                Ruling ruling = files.rulingBelow(inner);
                if (ruling.access() != around) {
                    add(new Place(path, ruling.access(), true), ruling);
                }
                if (known.isEntered(below)) {
                    directory(inner, path, ruling.access());
                }
            }
        }

        private void place(Path directory, String name, String file, Access around) {
            Ruling ruling = files.ruling(name);
            if (ruling.access() != around) {
                add(new Place(directory.resolve(file), ruling.access(), false), ruling);
            }
        }

        private void add(Place place, Ruling ruling) {
            places.put(place.path(), place);
            if (!ruling.anywhere()) {
                fixed.add(place);
            }
        }

        private ScannedDirectory known(String name, Path directory) throws IOException {
            ScannedDirectory before = seen.get(name);
            Object stamp = ScannedDirectory.stamp(directory);
            if (before != null && before.isCurrent(stamp)) {
                return before;
            }
            var listed = ScannedDirectory.list(root, name, directory, stamp, further, files);
            seen.put(name, listed);
            return listed;
        }

        /// The directories around a place whose answer depends on where it lies are mounted over
        /// themselves: what is mounted cannot be moved away.
        Found found() {
            for (Place it : fixed) {
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
                    Map.copyOf(guarded),
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

    /// Whether it is a socket; pipes and devices are special too.
    static boolean isSocket(Path path) {
        try {
            Object mode = Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return mode instanceof Integer bits && (bits & 0170000) == 0140000;
        } catch (IOException _) {
            return false;
        }
    }
}
