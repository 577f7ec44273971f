package dev.deft.os;

import dev.deft.os.change.FileChange;
import java.util.ArrayList;
import java.util.List;

/// What a call would do to files, collected instead of done. Thread-safe.
public final class PreviewedChanges {

    private final List<FileChange> changes = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();

    /// A file that would be moved.
    ///
    /// @param from relative to the root
    /// @param to relative to the root
    public record Move(String from, String to) {}

    synchronized void add(List<FileChange> more) {
        changes.addAll(more);
    }

    synchronized void add(Move move) {
        moves.add(move);
    }

    /// The files that would be written or deleted.
    public synchronized List<FileChange> changes() {
        return List.copyOf(changes);
    }

    /// The files that would only change their place.
    public synchronized List<Move> moves() {
        return List.copyOf(moves);
    }

    /// Whether the call would change nothing.
    public synchronized boolean isEmpty() {
        return changes.isEmpty() && moves.isEmpty();
    }
}
