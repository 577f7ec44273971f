package dev.deft.host;

import java.util.List;

/// What a search for files found.
///
/// @param files all of them, relative to the root
/// @param unreadable how many directories could not be looked into
public record FoundFiles(List<String> files, int unreadable) {

    /// Copies the list.
    public FoundFiles {
        files = List.copyOf(files);
    }
}
