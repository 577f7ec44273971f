package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.LogCheck;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.os.OsFileLocks;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.state.StatePaths;
import dev.deft.undo.Restored;
import dev.deft.undo.TurnChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The sessions of a workspace and what they did to its files.
///
/// Whatever only reads works beside a process that has the session open; whatever writes to its log
/// refuses, and says who that is.
public final class SessionFiles {

    private final StatePaths state;
    private final FileSessionStore store;
    private final Consumer<String> notices;
    private final UndoFiles undo;

    /// Opens nothing yet.
    SessionFiles(EngineParts engine, SharedRoot shared) {
        this.state = new StatePaths(shared.root());
        this.store = store(shared.root(), engine.environment(), engine.clock(), engine.notices());
        this.notices = engine.notices();
        this.undo = new UndoFiles(shared, notices);
    }

    /// The sessions of a workspace as files.
    static FileSessionStore store(
            Path root,
            Map<String, String> environment,
            InstantSource clock,
            Consumer<String> notices) {
        UserDirectories user = UserDirectories.from(environment);
        return new FileSessionStore(
                new SessionPaths(root, user.data(), user.cache()),
                new OsFileLocks(),
                clock,
                notices);
    }

    /// {@return the sessions with all words of a query, or all where it has none; the latest first}
    ///
    /// @param query words
    /// @throws IOException when the logs or their index cannot be read
    public List<SessionSummary> find(String query) throws IOException {
        return store.search(query);
    }

    /// {@return the ids of all sessions, the latest first}
    ///
    /// @throws IOException when they cannot be listed
    public List<String> ids() throws IOException {
        return store.ids().stream().map(SessionId::value).toList();
    }

    /// {@return where the log of a session is, or would be}
    ///
    /// @param id of the session
    public Path log(SessionId id) {
        return store.log(id);
    }

    /// Reads a log, and gives notice where it is not the user's or not as it was written.
    ///
    /// @param id of the session
    /// @return what is in it
    /// @throws IOException when it cannot be read
    public SessionHistory history(SessionId id) throws IOException {
        SessionHistory history = store.history(id);
        history.warning().ifPresent(notices);
        return history;
    }

    /// {@return what is in a log, without a notice}
    ///
    /// @param id of the session
    /// @throws IOException when it cannot be read
    public SessionHistory quietHistory(SessionId id) throws IOException {
        return SessionHistory.read(store, id);
    }

    /// Gives notice where a log is not the user's or not as it was written.
    ///
    /// @param id of the session
    /// @throws IOException when it cannot be read
    public void warn(SessionId id) throws IOException {
        check(id).warning(id).ifPresent(notices);
    }

    /// {@return whether a log is the user's and as it was written}
    ///
    /// @param id of the session
    /// @throws IOException when it cannot be read
    public LogCheck check(SessionId id) throws IOException {
        return store.check(id);
    }

    /// {@return what each turn changed}
    ///
    /// @param id of the session
    /// @throws IOException when it cannot be read
    /// @throws InterruptedException when the thread was interrupted
    public List<TurnChanges> turns(SessionId id) throws IOException, InterruptedException {
        return undo.store(id).turns();
    }

    /// {@return what a turn, or the whole session, did to files, as a unified diff}
    ///
    /// @param id of the session
    /// @param turn its number; the whole session without one
    /// @throws IOException when it cannot be read
    /// @throws InterruptedException when the thread was interrupted
    public String diff(SessionId id, Optional<Integer> turn)
            throws IOException, InterruptedException {
        return undo.diff(id, turn);
    }

    /// Takes back the last turn, or the last change of a file.
    ///
    /// @param id of the session
    /// @param file relative to the root; the last turn without one
    /// @return what is as it was before
    /// @throws IOException when there is nothing to take back, somebody changed a file since, or
    ///   another process has the session
    /// @throws InterruptedException when the thread was interrupted; then nothing is taken back
    public Restored undo(SessionId id, Optional<String> file)
            throws IOException, InterruptedException {
        try (SessionLog log = open(id)) {
            Restored restored =
                    file.isPresent()
                            ? undo.store(id).undoFile(file.get())
                            : undo.store(id).undoTurn();
            log.addUndo(new Entry.Undone(false, restored.files()));
            return restored;
        }
    }

    /// Does again what was taken back last.
    ///
    /// @param id of the session
    /// @param file relative to the root; the last turn without one
    /// @return what was done again
    /// @throws IOException when there is nothing to do again, somebody changed a file since, or
    ///   another process has the session
    /// @throws InterruptedException when the thread was interrupted; then nothing is done
    public Restored redo(SessionId id, Optional<String> file)
            throws IOException, InterruptedException {
        try (SessionLog log = open(id)) {
            Restored restored =
                    file.isPresent()
                            ? undo.store(id).redoFile(file.get())
                            : undo.store(id).redoTurn();
            log.addUndo(new Entry.Undone(true, restored.files()));
            return restored;
        }
    }

    /// Gives a session a title.
    ///
    /// @param id of the session
    /// @param title one line
    /// @throws IOException when another process has the session, or the log cannot be written
    public void rename(SessionId id, String title) throws IOException {
        try (SessionLog log = open(id)) {
            log.setTitle(title);
        }
    }

    /// Goes on from an earlier entry. Files stay as they are.
    ///
    /// @param id of the session
    /// @param to the number of the entry
    /// @throws IOException when there is no such entry, or another process has the session
    public void rewind(SessionId id, long to) throws IOException {
        try (SessionLog log = open(id)) {
            log.rewind(to);
        }
    }

    /// Goes on from an earlier entry, and takes back what later turns did to files.
    ///
    /// @param id of the session
    /// @param to the number of the entry
    /// @param turn the last turn whose changes stay
    /// @return what was taken back, the last turn first
    /// @throws IOException when something cannot be taken back, or another process has the session
    /// @throws InterruptedException when the thread was interrupted
    public List<Restored> rewindWithFiles(SessionId id, long to, int turn)
            throws IOException, InterruptedException {
        List<Restored> all = new ArrayList<>();
        try (SessionLog log = open(id)) {
            while (undo.lastInForce(id).orElse(0) > turn) {
                Restored restored = undo.store(id).undoTurn();
                log.addUndo(new Entry.Undone(false, restored.files()));
                all.add(restored);
            }
            log.rewind(to);
        }
        return all;
    }

    /// Makes a session that begins as a copy of another up to an entry.
    ///
    /// @param from the session to copy
    /// @param at the number of the last entry to copy
    /// @param to the id of the new session
    /// @throws IOException when there is no such entry, or the new id is taken
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        store.fork(from, at, to);
    }

    /// Accepts a session that somebody else wrote, or that was altered, as the user's own.
    ///
    /// @param id of the session
    /// @throws IOException when another process has the session, or the log cannot be written
    public void adopt(SessionId id) throws IOException {
        try (SessionLog log = open(id)) {
            log.adopt();
        }
    }

    private SessionLog open(SessionId id) throws IOException {
        return SessionLog.of(SessionWriter.open(store, id, InstantSource.system()));
    }

    /// Forgets a session: its log, its sidecars and what could be undone. Background processes that
    /// outlived it end.
    ///
    /// @param id of the session
    /// @throws IOException when another process has the session, or something cannot be deleted
    public void delete(SessionId id) throws IOException {
        try (SessionLease lease = store.lease(id)) {
            new DetachedProcesses(state, id.value()).killAll();
            lease.delete();
        }
    }
}
