package dev.deft.engine.session;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionStore;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.undo.Restored;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes back and repeats what a session did, and records that in its log.
///
/// @param log open for writing
public record SessionRewriting(SessionStore store, UndoFiles undo, SessionLog log) {

    private SessionId id() {
        return new SessionId(log.id());
    }

    /// Undoes the last turn, or the last change of a file.
    public Restored undo(Optional<String> file) throws IOException, InterruptedException {
        Restored restored =
                file.isPresent()
                        ? undo.store(id()).undoFile(file.get())
                        : undo.store(id()).undoTurn();
        log.addUndo(new Entry.Undone(false, restored.files()));
        return restored;
    }

    /// Redoes what was undone last.
    public Restored redo(Optional<String> file) throws IOException, InterruptedException {
        Restored restored =
                file.isPresent()
                        ? undo.store(id()).redoFile(file.get())
                        : undo.store(id()).redoTurn();
        log.addUndo(new Entry.Undone(true, restored.files()));
        return restored;
    }

    /// Undoes all turns after one, the last turn first.
    public List<Restored> undoAfter(int turn) throws IOException, InterruptedException {
        List<Restored> all = new ArrayList<>();
        while (undo.lastInForce(id()).orElse(0) > turn) {
            all.add(undo(Optional.empty()));
        }
        return all;
    }

    /// Continues from an earlier entry. Files stay as they are.
    public void rewind(long to) throws IOException {
        requireEntry(to);
        log.rewind(to);
    }

    /// Continues from an earlier entry, and undoes the file changes of later turns.
    public List<Restored> rewindWithFiles(long to, int turn)
            throws IOException, InterruptedException {
        requireEntry(to);
        List<Restored> all = undoAfter(turn);
        log.rewind(to);
        return all;
    }

    private void requireEntry(long to) throws IOException {
        boolean known =
                to == 0
                        || SessionHistory.read(store, id()).entries().stream()
                                .anyMatch(it -> it.id() == to);
        if (!known) {
            throw new HostException(
                    ErrorCode.NOT_FOUND, "The session %s has no entry %d.".formatted(log.id(), to));
        }
    }
}
