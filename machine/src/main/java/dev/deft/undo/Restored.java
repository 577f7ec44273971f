package dev.deft.undo;

import java.util.List;

/// What was undone or done again.
///
/// @param files relative to the root
/// @param tooLarge what the turn changed too and the store did not keep, so that it stays as it is
public record Restored(int turn, List<String> files, List<String> tooLarge) {

    public Restored {
        files = List.copyOf(files);
        tooLarge = List.copyOf(tooLarge);
    }
}
