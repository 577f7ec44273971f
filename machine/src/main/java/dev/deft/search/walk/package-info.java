/// Walks a directory tree with several threads.
///
/// A [Disk] opens and lists directories and reads files, by system calls or by the JDK. A [Worker]
/// is what one thread of a [WorkerPool] needs, and a [Walk] calls the [Visitor] of each thread for
/// every file that a glob asks for and no rule ignores. A [Budget] ends it early.
///
/// The package knows nothing of what is looked for inside files.
@NullMarked
package dev.deft.search.walk;

import org.jspecify.annotations.NullMarked;
