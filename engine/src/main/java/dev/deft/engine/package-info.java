/// Tools, machine and agent put together: engine, workspaces and sessions.
@NullMarked
package dev.deft.engine;

import org.jspecify.annotations.NullMarked;
