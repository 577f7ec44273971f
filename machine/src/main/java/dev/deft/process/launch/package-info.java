/// Starts commands as child processes, with or without Landlock.
///
/// A [dev.deft.process.launch.Launcher] starts all commands of a session that run in one mode.
/// [dev.deft.process.launch.Quarantine] moves away protected files that a command created. Whether
/// a command may run was decided before.
@NullMarked
package dev.deft.process.launch;

import org.jspecify.annotations.NullMarked;
