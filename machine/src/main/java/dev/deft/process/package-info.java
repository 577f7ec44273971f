/// Commands at work: started, watched, bounded, and ended with everything they started.
///
/// [dev.deft.process.OsShells] are the commands of a session. A [dev.deft.process.launch.Launcher]
/// starts each as a [dev.deft.process.job.Job]: either as a child of its own, or inside a warm
/// sandbox whose first process starts one command after the other. What a command prints goes
/// through [dev.deft.process.output.Capture]. Whether a command may run was decided before; nothing
/// here knows the rules.
@NullMarked
package dev.deft.process;

import org.jspecify.annotations.NullMarked;
