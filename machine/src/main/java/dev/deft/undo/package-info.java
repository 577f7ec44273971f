/// Undo and redo of the file changes of a session.
///
/// [dev.deft.undo.UndoStore] stores both sides of every change in the directory of the session: an
/// append-only log of the changes, and each content once. It changes files through
/// [dev.deft.os.WorkspaceTree], so undo is as atomic as any other change. The package does not know
/// tools or models.
@NullMarked
package dev.deft.undo;

import org.jspecify.annotations.NullMarked;
