/// Searches the content of files: the query, the search of one file, and the sorted matches.
///
/// [FileSearcher] searches one file after the other for one thread. [Collector] collects and sorts
/// the matches of all threads, in temporary files if there are many.
///
/// The package does not know globs, ignore rules or the index.
@NullMarked
package dev.deft.search.grep;

import org.jspecify.annotations.NullMarked;
