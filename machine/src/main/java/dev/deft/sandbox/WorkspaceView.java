package dev.deft.sandbox;

import dev.deft.policy.CommandFiles.Access;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What commands see of a workspace, and what they may change.
///
/// @param whole the access where no place says otherwise
/// @param places paths with another access, or that must not be moved; parents come first
public record WorkspaceView(Access whole, List<Place> places) {

    /// Everything is writable.
    public static final WorkspaceView EVERYTHING = new WorkspaceView(Access.WRITE, List.of());

    /// More mounts take too long.
    public static final int MAX_PLACES = 2_000;

    public WorkspaceView {
        places = places.stream().sorted(WorkspaceView::parentFirst).toList();
    }

    private static int parentFirst(Place a, Place b) {
        int order = Integer.compare(a.path().getNameCount(), b.path().getNameCount());
        return order == 0 ? a.path().compareTo(b.path()) : order;
    }

    /// One mounted path.
    ///
    /// @param path absolute
    public record Place(Path path, Access access, boolean directory) {}

    /// Adds the mounts.
    ///
    /// @param view the source directory; if it is not the root, changes go elsewhere, and further
    ///   directories are read-only
    /// @param readOnly whether everything is read-only
    void mount(List<String> words, Path root, Path view, boolean readOnly) {
        List<Path> empty = new ArrayList<>();
        mount(words, new Place(root, whole, true), view, readOnly, empty);
        for (Place it : places) {
            if (it.path().startsWith(root)) {
                mount(words, it, view.resolve(root.relativize(it.path())), readOnly, empty);
            } else {
                mount(words, it, it.path(), readOnly || !view.equals(root), empty);
            }
        }
        empty.forEach(it -> words.addAll(List.of("--remount-ro", it.toString())));
    }

    private static void mount(
            List<String> words, Place place, Path source, boolean readOnly, List<Path> empty) {
        String path = place.path().toString();
        switch (place.access()) {
            case WRITE ->
                    words.addAll(
                            List.of(readOnly ? "--ro-bind" : "--bind", source.toString(), path));
            case READ -> words.addAll(List.of("--ro-bind", source.toString(), path));
            case NONE -> {
                if (place.directory()) {
                    words.addAll(List.of("--tmpfs", path));
                    empty.add(place.path());
                } else {
                    words.addAll(List.of("--ro-bind", "/dev/null", path));
                }
            }
        }
    }

    /// The access of a path.
    public Access at(Path path) {
        Access access = whole;
        for (Place it : places) {
            if (path.startsWith(it.path())) {
                access = it.access();
            }
        }
        return access;
    }

    /// Whether everything in a directory has the same access.
    boolean isUniform(Path directory) {
        Access access = at(directory);
        return places.stream()
                .noneMatch(it ->
                        it.path().startsWith(directory)
                                && !it.path().equals(directory)
                                && it.access() != access);
    }

    /// The hidden paths.
    public List<Path> hidden() {
        return places.stream().filter(it -> it.access() == Access.NONE).map(Place::path).toList();
    }
}
