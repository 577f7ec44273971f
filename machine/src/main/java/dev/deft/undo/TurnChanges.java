package dev.deft.undo;

import java.util.List;

/// The file changes of one turn.
public record TurnChanges(int turn, List<File> files) {

    public TurnChanges {
        files = List.copyOf(files);
    }

    /// One change of one file.
    ///
    /// @param path relative to the root
    /// @param call the id of the call that made it
    public record File(String path, String call, UndoState standing) {}
}
