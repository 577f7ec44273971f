package dev.deft.search;

import java.time.Instant;
import java.util.List;

/// The entries that match a [ListQuery].
///
/// @param entries by path, at most as many as the limit
public record EntryList(List<Entry> entries, long total, int unreadable) {

    public EntryList {
        entries = List.copyOf(entries);
    }

    /// One entry of a directory; symbolic links are not followed.
    ///
    /// @param path relative to the root, with `/`
    public record Entry(String path, Kind kind, long size, Instant modified) {}

    /// The type of an entry.
    public enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        OTHER
    }
}
