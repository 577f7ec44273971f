/// The kernel's fence around a command.
///
/// Three tiers, best first: a bubblewrap sandbox, Landlock with a filter of system calls, and none.
/// Nothing here starts or watches a command; it only says how one is to be fenced in.
@NullMarked
package dev.deft.sandbox;

import org.jspecify.annotations.NullMarked;
