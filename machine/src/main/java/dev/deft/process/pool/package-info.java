/// The warm sandboxes of a workspace, in which commands start without delay.
///
/// [dev.deft.process.pool.Sandboxes] belongs to the workspace. A sandbox that has run a command
/// serves only the session of that command; an unused one serves any session with a matching
/// [dev.deft.process.pool.SandboxPlan]. Whether a command may run was decided before.
@NullMarked
package dev.deft.process.pool;

import org.jspecify.annotations.NullMarked;
