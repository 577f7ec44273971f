/// Searches the content of files: the query, the search of one file, and the matches in order.
///
/// [FileSearcher] searches one file after the other for one thread; [Collector] gathers what all
/// threads found and sorts it, in a temporary file when there is much.
@NullMarked
package dev.deft.search.grep;

import org.jspecify.annotations.NullMarked;
