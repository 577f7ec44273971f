/// Confines commands with the means of the kernel.
///
/// There are three tiers, best first: a bubblewrap sandbox, Landlock with a seccomp filter, and
/// none. Nothing here starts or watches a command; it only describes how to confine one.
@NullMarked
package dev.deft.sandbox;

import org.jspecify.annotations.NullMarked;
