/// Which agent, model, approver and directories a workspace has, for front ends that serve several
/// workspaces.
@NullMarked
package dev.deft.engine.choice;

import org.jspecify.annotations.NullMarked;
