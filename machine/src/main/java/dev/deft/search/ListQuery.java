package dev.deft.search;

import java.util.Optional;

/// A query for the entries of a directory, including hidden ones unless a pattern is given.
///
/// @param path a directory relative to the root; empty for the root itself
/// @param depth whether to descend
/// @param pattern a glob that the entries must match
public record ListQuery(String path, Depth depth, Optional<String> pattern, int limit) {

    /// Whether subdirectories are searched as well.
    public enum Depth {
        ONE_LEVEL,
        RECURSIVE
    }

    private static final int LIMIT = 1000;

    public static ListQuery of(String path) {
        return new ListQuery(path, Depth.ONE_LEVEL, Optional.empty(), LIMIT);
    }

    public ListQuery recursive() {
        return new ListQuery(path, Depth.RECURSIVE, pattern, limit);
    }

    public ListQuery matching(String pattern) {
        return new ListQuery(path, depth, Optional.of(pattern), limit);
    }

    public ListQuery withLimit(int limit) {
        return new ListQuery(path, depth, pattern, limit);
    }
}
