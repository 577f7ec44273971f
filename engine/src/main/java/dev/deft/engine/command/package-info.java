/// Fills in slash commands by calls of a session.
@NullMarked
package dev.deft.engine.command;

import org.jspecify.annotations.NullMarked;
