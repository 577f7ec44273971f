/// The warm sandboxes of a workspace.
///
/// [dev.deft.process.pool.Sandboxes] belongs to the workspace. A sandbox whose first process has
/// run a command serves the session of that command only; one that has run none serves any session
/// whose [dev.deft.process.pool.SandboxPlan] is like its own.
@NullMarked
package dev.deft.process.pool;

import org.jspecify.annotations.NullMarked;
