/// Agents as data: what a definition says, and where definitions are read from.
@NullMarked
package dev.deft.agent.definition;

import org.jspecify.annotations.NullMarked;
