/// The sub-agents of a session while they work: who runs, what they do now, what they cost.
@NullMarked
package dev.deft.engine.subagent;

import org.jspecify.annotations.NullMarked;
