/// Hooks: programs told before and after calls, turns and sessions, and after compaction.
@NullMarked
package dev.deft.engine.hook;

import org.jspecify.annotations.NullMarked;
