package dev.deft.search;

import java.time.Instant;
import java.util.List;

/// The entries that match a [ListQuery].
///
/// @param entries by path, no more than the limit
public record EntryList(List<Entry> entries, long total, int unreadable) {

    public EntryList {
        entries = List.copyOf(entries);
    }

    /// One entry of a directory; what a symbolic link points to is not looked at.
    ///
    /// @param path relative to the root, with `/`
    public record Entry(String path, Kind kind, long size, Instant modified) {}

    /// What an entry is.
    public enum Kind {
        FILE,
        DIRECTORY,
        LINK,
        OTHER
    }
}
