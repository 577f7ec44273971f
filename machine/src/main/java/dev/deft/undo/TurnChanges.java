package dev.deft.undo;

import java.util.List;

/// What one turn of a session did to files.
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
