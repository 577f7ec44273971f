package dev.deft.os;

import dev.deft.os.tree.OsPath;
import dev.deft.search.Search;

/// The search in the root or in one further directory, which names files relative to that.
///
/// @param prefix the real path of the further directory; empty for the root
record SearchedDirectory(Search search, String prefix) {

    /// A path as the search names it; empty for the directory itself.
    String within(OsPath path) {
        if (prefix.isEmpty()) {
            return path.isRoot() ? "" : path.display();
        }
        return path.display().equals(prefix) ? "" : path.display().substring(prefix.length() + 1);
    }

    /// The path of a file that the search names.
    String path(String found) {
        return prefix.isEmpty() ? found : prefix + "/" + found;
    }

    /// What is missing before the name of a file that the search found.
    String namePrefix() {
        return prefix.isEmpty() ? "" : prefix + "/";
    }
}
