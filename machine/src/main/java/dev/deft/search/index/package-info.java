/// The index of a tree: which files there are, and which short runs of bytes each contains.
///
/// [IndexUpdater] builds it on a thread of its own, keeps it current with inotify, and answers a
/// search with the files that may match. A search never depends on it: without an index it walks.
@NullMarked
package dev.deft.search.index;

import org.jspecify.annotations.NullMarked;
