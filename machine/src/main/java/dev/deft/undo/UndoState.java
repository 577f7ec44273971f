package dev.deft.undo;

/// The state of one file of one change.
public enum UndoState {
    IN_FORCE,
    UNDONE,
    /// Undone, and the file was changed again since: it cannot be redone.
    SUPERSEDED,
    /// No longer stored: it can be neither undone nor redone.
    DROPPED
}
