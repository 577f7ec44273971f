/// Starts commands: as children of ours, or from threads that the kernel has fenced in.
///
/// A [dev.deft.process.launch.Launcher] starts all commands of a session that run in one mode. What
/// a command makes where something is protected is moved aside by
/// [dev.deft.process.launch.Quarantine].
@NullMarked
package dev.deft.process.launch;

import org.jspecify.annotations.NullMarked;
