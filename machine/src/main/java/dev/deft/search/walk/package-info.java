/// Walks a directory tree with several threads.
///
/// A [Disk] opens and lists directories and reads files, by system calls or by the JDK. A [Worker]
/// holds the resources of one thread of a [WorkerPool], and a [Walk] calls the [Visitor] of each
/// thread for every file that a glob matches and no rule ignores. A [Budget] limits its time.
///
/// The package does not know what is searched for inside files.
@NullMarked
package dev.deft.search.walk;

import org.jspecify.annotations.NullMarked;
