/// `deft run`: sends one message to the agent, and prints the run for people and programs. It knows
/// no provider and no tool.
@NullMarked
package dev.deft.app.cli.run;

import org.jspecify.annotations.NullMarked;
