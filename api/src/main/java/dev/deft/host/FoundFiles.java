package dev.deft.host;

import java.util.List;

/// The result of a search for files.
///
/// @param files paths relative to the root
/// @param unreadable the number of directories that could not be read
public record FoundFiles(List<String> files, int unreadable) {

    /// Copies the list.
    public FoundFiles {
        files = List.copyOf(files);
    }
}
