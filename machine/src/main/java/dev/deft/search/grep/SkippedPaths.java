package dev.deft.search.grep;

import java.util.List;

/// Files and directories that a search skipped; the name of a directory ends with `/`.
///
/// @param some the first of them, sorted
/// @param count of all, including those not named
public record SkippedPaths(List<String> some, int count) {

    public static final SkippedPaths NONE = new SkippedPaths(List.of(), 0);

    public SkippedPaths {
        some = List.copyOf(some);
    }
}
