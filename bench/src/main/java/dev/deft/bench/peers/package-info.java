/// Deft beside other agents: the same work, dictated by a model server on loopback, and what each
/// of them needs for it.
///
/// Nothing here measures how good answers are.
@NullMarked
package dev.deft.bench.peers;

import org.jspecify.annotations.NullMarked;
