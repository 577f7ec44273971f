package dev.deft.undo;

import java.util.List;

/// What was undone or done again.
///
/// @param files relative to the root
public record Restored(int turn, List<String> files) {

    public Restored {
        files = List.copyOf(files);
    }
}
