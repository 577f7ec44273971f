package dev.deft.app.terminal.editor;

import java.util.List;
import java.util.Optional;

/// Goes back and forth in the history. What the user was writing comes back at the end.
final class HistoryWalk {

    private final InputHistory history;

    private List<String> entries = List.of();
    private List<Piece> unsent = List.of();

    /// The entry that is shown; the number of entries if it is the unsent text.
    private int at;

    HistoryWalk(InputHistory history) {
        this.history = history;
    }

    /// The entry before this one.
    ///
    /// @param current what is shown now
    Optional<List<Piece>> older(List<Piece> current) {
        if (!isWalking()) {
            entries = history.entries();
            at = entries.size();
        }
        if (at == 0) {
            return Optional.empty();
        }
        keep(current);
        at--;
        return Optional.of(Piece.split(entries.get(at)));
    }

    Optional<List<Piece>> newer(List<Piece> current) {
        if (!isWalking()) {
            return Optional.empty();
        }
        keep(current);
        at++;
        return Optional.of(isWalking() ? Piece.split(entries.get(at)) : unsent);
    }

    private boolean isWalking() {
        return at < entries.size();
    }

    /// An entry that was edited becomes the unsent text, so that no edit is lost.
    private void keep(List<Piece> current) {
        if (!isWalking() || !current.equals(Piece.split(entries.get(at)))) {
            unsent = List.copyOf(current);
        }
    }

    /// Begins at the newest entry next time.
    void reset() {
        entries = List.of();
        unsent = List.of();
        at = 0;
    }
}
