package dev.deft.engine;

import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.session.SessionRewriting;
import dev.deft.engine.session.UndoFiles;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.FurtherDirectories;
import dev.deft.undo.Restored;
import dev.deft.undo.TurnChanges;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What an open session did so far, to look at and to take back. Background processes, sandboxes
/// and rules stay as they are.
///
/// Methods that take something back fail with [ErrorCode#CONFLICT] while a run is going, and with
/// an `IllegalStateException` after the session was closed.
public final class SessionChanges {

    private final SharedRoot shared;
    private final SessionRuns runs;
    private final UndoFiles undo;

    /// @param directories where the session may work outside the root
    SessionChanges(
            EngineParts engine,
            SharedRoot shared,
            SessionRuns runs,
            FurtherDirectories directories) {
        this.shared = shared;
        this.runs = runs;
        this.undo = new UndoFiles(() -> shared.files().with(directories), engine.notices());
    }

    private SessionId id() {
        return new SessionId(runs.parts().log().id());
    }

    private SessionRewriting rewriting(SessionParts parts) {
        return new SessionRewriting(shared.store(), undo, parts.log());
    }

    /// {@return the entries of the session so far}
    ///
    /// @throws IOException if they cannot be read
    public SessionHistory history() throws IOException {
        return runs.parts().kept().writer().isStored()
                ? SessionHistory.read(shared.store(), id())
                : SessionHistory.of(List.of(), Optional.empty());
    }

    /// {@return what each turn changed}
    ///
    /// @throws IOException if it cannot be read
    /// @throws InterruptedException if the thread was interrupted
    public List<TurnChanges> turns() throws IOException, InterruptedException {
        return undo.store(id()).turns();
    }

    /// {@return the changes of a turn, or of the whole session, as a unified diff}
    ///
    /// @param turn its number; empty for the whole session
    /// @throws IOException if it cannot be read
    /// @throws InterruptedException if the thread was interrupted
    public String diff(Optional<Integer> turn) throws IOException, InterruptedException {
        return undo.diff(id(), turn);
    }

    /// Undoes the last turn, or the last change of a file. The conversation stays as it is.
    ///
    /// @param file relative to the root; empty for the last turn
    /// @return what was restored
    /// @throws IOException if there is nothing to undo, or a file has changed since
    /// @throws InterruptedException if the thread was interrupted; then nothing is undone
    public Restored undo(Optional<String> file) throws IOException, InterruptedException {
        return runs.betweenRuns(it -> rewriting(it).undo(file));
    }

    /// Redoes what was undone last.
    ///
    /// @param file relative to the root; empty for the last turn
    /// @return what was redone
    /// @throws IOException if there is nothing to redo, or a file has changed since
    /// @throws InterruptedException if the thread was interrupted; then nothing is redone
    public Restored redo(Optional<String> file) throws IOException, InterruptedException {
        return runs.betweenRuns(it -> rewriting(it).redo(file));
    }

    /// Undoes the file changes of all turns after one. The conversation stays as it is.
    ///
    /// @param turn the last turn whose changes stay
    /// @return what was undone, the last turn first
    /// @throws IOException if something cannot be undone
    /// @throws InterruptedException if the thread was interrupted
    public List<Restored> undoAfter(int turn) throws IOException, InterruptedException {
        return runs.betweenRuns(it -> rewriting(it).undoAfter(turn));
    }

    /// Continues from an earlier entry: the next run knows nothing of later ones. Files stay as
    /// they are.
    ///
    /// @param entry the number of the last entry to keep; 0 is the start
    /// @throws IOException if there is no such entry, or the log cannot be written
    /// @throws InterruptedException if the thread was interrupted
    public void rewind(long entry) throws IOException, InterruptedException {
        runs.betweenRuns(it -> {
            rewriting(it).rewind(entry);
            runs.rewound();
            return entry;
        });
    }

    /// Continues from an earlier entry, and undoes the file changes of later turns.
    ///
    /// @param entry the number of the last entry to keep; 0 is the start
    /// @param turn the last turn whose changes stay
    /// @return what was undone, the last turn first
    /// @throws IOException if something cannot be undone; then the conversation stays as it is
    /// @throws InterruptedException if the thread was interrupted
    public List<Restored> rewindWithFiles(long entry, int turn)
            throws IOException, InterruptedException {
        return runs.betweenRuns(it -> {
            List<Restored> undone = rewriting(it).rewindWithFiles(entry, turn);
            runs.rewound();
            return undone;
        });
    }

    /// Sets the title of the session, also while a run is going.
    ///
    /// @param title one line
    /// @throws IOException if the title is blank, or the log cannot be written
    public void rename(String title) throws IOException {
        if (title.isBlank()) {
            throw new HostException(ErrorCode.INVALID_ARGUMENTS, "A title has at least one word.");
        }
        runs.parts().log().setTitle(title);
    }
}
