/// The index of a tree: which files exist, and which short byte sequences each of them contains.
///
/// [IndexUpdater] builds it on its own thread, keeps it up to date with inotify, and returns the
/// files that may match a search. No search depends on it: without an index it walks the tree.
///
/// The package does not know how matches are found in a file.
@NullMarked
package dev.deft.search.index;

import org.jspecify.annotations.NullMarked;
