/// `deft run`: one message to the agent, and what a person or a program sees of the run.
@NullMarked
package dev.deft.app.cli.run;

import org.jspecify.annotations.NullMarked;
