/// The memory of a workspace: its files, and the index over them, shared by all sessions.
@NullMarked
package dev.deft.engine.memory;

import org.jspecify.annotations.NullMarked;
