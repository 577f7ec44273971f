package dev.deft.sandbox;

import dev.deft.policy.CommandFiles.Access;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What commands see of a workspace, and what of it they may change.
///
/// @param whole what holds where nothing else is said
/// @param places where something else holds, or what must stay where it is; each before what lies
///   in it
public record WorkspaceView(Access whole, List<Place> places) {

    /// All of it may be changed.
    public static final WorkspaceView EVERYTHING = new WorkspaceView(Access.WRITE, List.of());

    /// More than this cannot be mounted in a reasonable time.
    public static final int MOST_PLACES = 2_000;

    public WorkspaceView {
        places =
                places.stream()
                        .sorted(
                                Comparator.<Place>comparingInt(it -> it.path().getNameCount())
                                        .thenComparing(Place::path))
                        .toList();
    }

    /// A file or directory.
    ///
    /// @param path absolute
    public record Place(Path path, Access access, boolean directory) {}

    /// Mounts it.
    ///
    /// @param view where its files come from
    /// @param readOnly whether nothing of it is to be changed
    void mount(List<String> words, Path root, Path view, boolean readOnly) {
        List<Path> empty = new ArrayList<>();
        one(words, new Place(root, whole, true), view, readOnly, empty);
        for (Place it : places) {
            one(words, it, view.resolve(root.relativize(it.path())), readOnly, empty);
        }
        empty.forEach(it -> words.addAll(List.of("--remount-ro", it.toString())));
    }

    private static void one(
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

    /// What holds at a path.
    public Access at(Path path) {
        Access access = whole;
        for (Place it : places) {
            if (path.startsWith(it.path())) {
                access = it.access();
            }
        }
        return access;
    }

    /// Whether the same holds for all there is in a directory.
    boolean isEven(Path directory) {
        Access access = at(directory);
        return places.stream()
                .noneMatch(it ->
                        it.path().startsWith(directory)
                                && !it.path().equals(directory)
                                && it.access() != access);
    }

    /// What cannot be seen, for whoever wonders where it is.
    public List<Path> hidden() {
        return places.stream().filter(it -> it.access() == Access.NONE).map(Place::path).toList();
    }
}
