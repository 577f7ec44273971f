package dev.deft.undo;

import java.util.List;

/// What an undo or redo restored.
///
/// @param files relative to the root
/// @param tooLarge files the turn also changed that were too large for the store; they were not
///   restored
public record Restored(int turn, List<String> files, List<String> tooLarge) {

    public Restored {
        files = List.copyOf(files);
        tooLarge = List.copyOf(tooLarge);
    }
}
