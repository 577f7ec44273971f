/// Memory across sessions: the files `MEMORY.md` and `memory/**/*.md`, and the tools over them.
///
/// Tools reach files through their host, and the index through [dev.deft.agent.memory.Memory].
@NullMarked
package dev.deft.agent.memory;

import org.jspecify.annotations.NullMarked;
