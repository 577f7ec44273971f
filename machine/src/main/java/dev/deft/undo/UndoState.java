package dev.deft.undo;

/// Where one file of one change stands.
public enum UndoState {
    IN_FORCE,
    UNDONE,
    /// Undone, and the file was changed anew since: it cannot be done again.
    SUPERSEDED,
    /// No longer kept: it can be neither undone nor done again.
    DROPPED
}
