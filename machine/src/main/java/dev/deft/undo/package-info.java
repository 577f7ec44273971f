/// Taking back what a session did to files, and doing it again.
///
/// [dev.deft.undo.UndoStore] keeps both sides of every change in the directory of the session. What
/// happened is an append-only log; contents lie beside it, each once. Files change through
/// [dev.deft.os.WorkspaceTree] like any others, so a step back is as atomic as a step forward.
@NullMarked
package dev.deft.undo;

import org.jspecify.annotations.NullMarked;
