package dev.deft.search;

import java.util.List;

/// The files that match a [GlobQuery].
///
/// @param files relative to the root, with `/`, no more than the limit
/// @param total how many there are in all
/// @param unreadable directories that could not be looked into
public record FileList(List<String> files, long total, int unreadable) {

    public FileList {
        files = List.copyOf(files);
    }

    public boolean truncated() {
        return total > files.size();
    }
}
