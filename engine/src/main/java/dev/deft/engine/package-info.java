/// The entry point for programs: puts tools, machine and agent together as engine, workspaces and
/// sessions.
@NullMarked
package dev.deft.engine;

import org.jspecify.annotations.NullMarked;
