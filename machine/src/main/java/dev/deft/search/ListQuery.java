package dev.deft.search;

import java.util.Optional;

/// A question for the entries of a directory, hidden ones included unless a pattern is given.
///
/// @param path a directory below the root, relative to it; empty for the root itself
/// @param depth how deep to look
/// @param pattern a glob the entries must match
public record ListQuery(String path, Depth depth, Optional<String> pattern, int limit) {

    /// Whether the directories below are looked into as well.
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
