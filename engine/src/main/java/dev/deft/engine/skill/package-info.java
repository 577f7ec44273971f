/// The skills of a workspace: where they are looked for, and copies of those outside it.
@NullMarked
package dev.deft.engine.skill;

import org.jspecify.annotations.NullMarked;
