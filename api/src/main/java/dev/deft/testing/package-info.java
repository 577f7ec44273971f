/// A host in memory, for anyone who tests a tool. Needs no test framework and touches nothing real.
@NullMarked
package dev.deft.testing;

import org.jspecify.annotations.NullMarked;
