package dev.deft.agent.trust;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A workspace that the user decided not to trust, with the files as they were then. It grants
/// nothing, and spares the user the same question.
///
/// @param root its real path
/// @param files the fingerprints by path, relative to the root
public record RefusedWorkspace(Path root, Instant since, SortedMap<String, String> files) {

    public RefusedWorkspace {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /// Whether the user saw all of these files, as they are, when they refused.
    ///
    /// @param now the fingerprints by path
    public boolean covers(SortedMap<String, String> now) {
        return files.entrySet().containsAll(now.entrySet());
    }
}
