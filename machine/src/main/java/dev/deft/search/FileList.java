package dev.deft.search;

import java.util.List;

/// The files that match a [GlobQuery].
///
/// @param files relative to the root, with `/`, at most as many as the limit
/// @param total how many files match
/// @param unreadable how many directories could not be read
public record FileList(List<String> files, long total, int unreadable) {

    public FileList {
        files = List.copyOf(files);
    }

    public boolean truncated() {
        return total > files.size();
    }
}
