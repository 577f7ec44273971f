/// The index behind `memory_search`: chunks of files with their words and vectors, kept in one file
/// below `.deft` and derived from the memory files alone.
@NullMarked
package dev.deft.agent.memory.index;

import org.jspecify.annotations.NullMarked;
