package dev.deft.sandbox;

import dev.deft.policy.CommandFiles.Access;
import dev.deft.sandbox.WorkspaceView.Place;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A directory of a [ScannedTree].
final class ScannedNode {

    private static final int NONE = -1;

    private final Optional<ScannedNode> parent;
    private final String file;
    private final String name;
    private final Path path;
    private final Access access;
    private final Map<String, ScannedNode> children = new HashMap<>();
    private ScannedDirectory listing = ScannedDirectory.UNKNOWN;
    private List<Ruled> places = List.of();
    private int watch = NONE;
    private boolean removed;

    /// @param file its own name; empty for the top directory
    /// @param name its path from the top
    /// @param access what commands may do in it
    ScannedNode(Optional<ScannedNode> parent, String file, String name, Path path, Access access) {
        this.parent = parent;
        this.file = file;
        this.name = name;
        this.path = path;
        this.access = access;
    }

    /// An entry with another access than its directory.
    ///
    /// @param anywhere whether it keeps that access wherever it is moved
    record Ruled(Place place, boolean anywhere) {}

    Optional<ScannedNode> parent() {
        return parent;
    }

    String file() {
        return file;
    }

    String name() {
        return name;
    }

    Path path() {
        return path;
    }

    Access access() {
        return access;
    }

    boolean isTop() {
        return parent.isEmpty();
    }

    /// The directories in it that are entered, by their names.
    Map<String, ScannedNode> children() {
        return children;
    }

    ScannedDirectory listing() {
        return listing;
    }

    void listing(ScannedDirectory now) {
        listing = now;
    }

    List<Ruled> places() {
        return places;
    }

    void places(List<Ruled> now) {
        places = now;
    }

    /// Its watch, or a negative number.
    int watch() {
        return watch;
    }

    void watch(int number) {
        watch = number;
    }

    boolean isRemoved() {
        return removed;
    }

    void markRemoved() {
        removed = true;
    }

    /// Whether it has anything that a sandbox must know.
    boolean isNotable() {
        return !listing.protectedEntries().isEmpty()
                || !listing.special().isEmpty()
                || !places.isEmpty()
                || isRepository();
    }

    /// Whether git treats it as a repository, apart from the top directory.
    boolean isRepository() {
        return listing.isRepository() && !isTop();
    }
}
