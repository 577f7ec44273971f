/// Runs commands: starts them, bounds their output and resources, and ends them with all their
/// descendants.
///
/// [dev.deft.process.OsShells] are the commands of a session. A [dev.deft.process.launch.Launcher]
/// starts each command as a [dev.deft.process.job.Job]: either as a child process, or in a warm
/// sandbox that runs one command after the other. [dev.deft.process.output.Capture] keeps the
/// output. Whether a command may run was decided before; nothing here knows the rules.
@NullMarked
package dev.deft.process;

import org.jspecify.annotations.NullMarked;
