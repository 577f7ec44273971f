/// A host in memory for tests of tools. It needs no test framework, and accesses no real files,
/// commands or network.
@NullMarked
package dev.deft.testing;

import org.jspecify.annotations.NullMarked;
