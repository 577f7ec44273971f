package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.LogCheck;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.agent.session.tool.Outbox;
import dev.deft.engine.session.DirectoryGrants;
import dev.deft.engine.session.SessionRewriting;
import dev.deft.engine.session.UndoFiles;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.FurtherDirectories;
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

/// The stored sessions of a workspace and their changes to its files.
///
/// Methods that only read work while another process has the session open; methods that write to
/// its log fail then and name that process.
public final class SessionFiles {

    private final EngineParts engine;
    private final SharedRoot shared;
    private final List<Path> directories;
    private final StatePaths state;
    private final SessionStore store;
    private final Consumer<String> notices;
    private final UndoFiles undo;
    private final Outbox outbox;

    /// Opens nothing yet.
    SessionFiles(EngineParts engine, SharedRoot shared) {
        this(engine, shared, List.of());
    }

    private SessionFiles(EngineParts engine, SharedRoot shared, List<Path> directories) {
        this.engine = engine;
        this.shared = shared;
        this.directories = List.copyOf(directories);
        this.state = new StatePaths(shared.root());
        this.store = shared.store();
        this.notices = engine.notices();
        this.undo = new UndoFiles(shared::files, notices);
        this.outbox = new Outbox(shared.store(), shared.sessions(), engine.clock());
    }

    /// {@return the same, where changes that sessions made in further directories can be undone and
    /// redone; nothing that a workspace holds grants that}
    ///
    /// @param more directories outside the root; relative ones are relative to it
    /// @throws IllegalArgumentException if one cannot be granted, see [SessionBuilder#directories]
    public SessionFiles directories(Path... more) {
        List<Path> all = new ArrayList<>(directories);
        for (Path it : more) {
            grants().checked(it).ifPresent(all::add);
        }
        return new SessionFiles(engine, shared, all);
    }

    private DirectoryGrants grants() {
        return new DirectoryGrants(shared.root(), engine.environment());
    }

    /// The file store of a workspace.
    static FileSessionStore store(
            Path root,
            Map<String, String> environment,
            InstantSource clock,
            Consumer<String> notices) {
        return new FileSessionStore(paths(root, environment), new OsFileLocks(), clock, notices);
    }

    static SessionPaths paths(Path root, Map<String, String> environment) {
        UserDirectories user = UserDirectories.from(environment);
        return new SessionPaths(root, user.data(), user.cache());
    }

    /// {@return the sessions that contain all words of a query, or all sessions for an empty query;
    /// the latest first}
    ///
    /// @param query words
    /// @throws IOException if the logs or their index cannot be read
    public List<SessionSummary> find(String query) throws IOException {
        return store.search(query);
    }

    /// {@return the ids of all sessions, the latest first}
    ///
    /// @throws IOException when they cannot be listed
    public List<String> ids() throws IOException {
        return store.ids().stream().map(SessionId::value).toList();
    }

    /// {@return the latest session that is not that of a sub-agent}
    ///
    /// @throws IOException when they cannot be read
    public Optional<String> latest() throws IOException {
        for (SessionId id : store.ids()) {
            if (SessionHistory.read(store, id).parent().isEmpty()) {
                return Optional.of(id.value());
            }
        }
        return Optional.empty();
    }

    /// {@return where the log of a session is, or would be}
    ///
    /// @param id of the session
    /// @throws HostException with [ErrorCode#UNAVAILABLE] if sessions are not stored in files
    public Path log(SessionId id) throws IOException {
        return files().log(id);
    }

    private FileSessionStore files() throws IOException {
        return shared.fileStore()
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.UNAVAILABLE,
                                "The sessions of this workspace are not stored in files."));
    }

    /// Reads a log, and gives notice if others wrote it or changed it.
    ///
    /// @param id of the session
    /// @return its content
    /// @throws IOException if it cannot be read
    public SessionHistory history(SessionId id) throws IOException {
        if (shared.fileStore().isEmpty()) {
            return quietHistory(id);
        }
        SessionHistory history = files().history(id);
        history.warning().ifPresent(notices);
        return history;
    }

    /// {@return the content of a log, without a notice}
    ///
    /// @param id of the session
    /// @throws IOException if it cannot be read
    public SessionHistory quietHistory(SessionId id) throws IOException {
        return SessionHistory.read(store, id);
    }

    /// Gives notice if others wrote a log or changed it.
    ///
    /// @param id of the session
    /// @throws IOException if it cannot be read
    public void warn(SessionId id) throws IOException {
        if (shared.fileStore().isPresent()) {
            check(id).warning(id).ifPresent(notices);
        }
    }

    /// {@return whether the user wrote a log and nobody changed it}
    ///
    /// @param id of the session
    /// @throws HostException with [ErrorCode#UNAVAILABLE] if sessions are not stored in files
    /// @throws IOException if it cannot be read
    public LogCheck check(SessionId id) throws IOException {
        return files().check(id);
    }

    /// {@return what each turn changed}
    ///
    /// @param id of the session
    /// @throws IOException when it cannot be read
    /// @throws InterruptedException when the thread was interrupted
    public List<TurnChanges> turns(SessionId id) throws IOException, InterruptedException {
        return undo.store(id).turns();
    }

    /// {@return the changes of a turn, or of the whole session, as a unified diff}
    ///
    /// @param id of the session
    /// @param turn its number; empty for the whole session
    /// @throws IOException if it cannot be read
    /// @throws InterruptedException if the thread was interrupted
    public String diff(SessionId id, Optional<Integer> turn)
            throws IOException, InterruptedException {
        return undo.diff(id, turn);
    }

    /// Undoes the last turn, or the last change of a file.
    ///
    /// @param id of the session
    /// @param file relative to the root; empty for the last turn
    /// @return what was restored
    /// @throws IOException if there is nothing to undo, a file has changed since, or another
    ///   process has the session open
    /// @throws InterruptedException if the thread was interrupted; then nothing is undone
    public Restored undo(SessionId id, Optional<String> file)
            throws IOException, InterruptedException {
        try (FurtherDirectories further = grants().open(directories);
                SessionLog log = open(id)) {
            return rewriting(log, further).undo(file);
        }
    }

    /// Redoes what was undone last.
    ///
    /// @param id of the session
    /// @param file relative to the root; empty for the last turn
    /// @return what was redone
    /// @throws IOException if there is nothing to redo, a file has changed since, or another
    ///   process has the session open
    /// @throws InterruptedException if the thread was interrupted; then nothing is redone
    public Restored redo(SessionId id, Optional<String> file)
            throws IOException, InterruptedException {
        try (FurtherDirectories further = grants().open(directories);
                SessionLog log = open(id)) {
            return rewriting(log, further).redo(file);
        }
    }

    /// Sets the title of a session.
    ///
    /// @param id of the session
    /// @param title one line
    /// @throws IOException if another process has the session open, or the log cannot be written
    public void rename(SessionId id, String title) throws IOException {
        try (SessionLog log = open(id)) {
            log.setTitle(title);
        }
    }

    /// Continues from an earlier entry. Files stay as they are.
    ///
    /// @param id of the session
    /// @param to the number of the entry
    /// @throws IOException if there is no such entry, or another process has the session open
    public void rewind(SessionId id, long to) throws IOException {
        try (SessionLog log = open(id)) {
            rewriting(log).rewind(to);
        }
    }

    /// Continues from an earlier entry, and undoes the file changes of later turns.
    ///
    /// @param id of the session
    /// @param to the number of the entry
    /// @param turn the last turn whose changes stay
    /// @return what was undone, the last turn first
    /// @throws IOException if something cannot be undone, or another process has the session open
    /// @throws InterruptedException if the thread was interrupted
    public List<Restored> rewindWithFiles(SessionId id, long to, int turn)
            throws IOException, InterruptedException {
        try (FurtherDirectories further = grants().open(directories);
                SessionLog log = open(id)) {
            return rewriting(log, further).rewindWithFiles(to, turn);
        }
    }

    private SessionRewriting rewriting(SessionLog log) {
        return new SessionRewriting(store, undo, log);
    }

    private SessionRewriting rewriting(SessionLog log, FurtherDirectories further) {
        return new SessionRewriting(
                store, new UndoFiles(() -> shared.files().with(further), notices), log);
    }

    /// Creates a session as a copy of another one up to an entry.
    ///
    /// @param from the session to copy
    /// @param at the number of the last entry to copy
    /// @param to the id of the new session
    /// @throws IOException if there is no such entry, or the new id is taken
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        store.fork(from, at, to);
    }

    /// Adopts a session that somebody else wrote or changed.
    ///
    /// @param id of the session
    /// @throws IOException if another process has the session open, or the log cannot be written
    public void adopt(SessionId id) throws IOException {
        try (SessionLog log = open(id)) {
            log.adopt();
        }
    }

    /// Sends a message to a session. If the session is open in this process and has a model, its
    /// agent runs on the message after the current run; otherwise its next run sees the message.
    ///
    /// @param id of the session
    /// @param message the message
    /// @param source its sender, such as `cron:nightly` or `session:demo`; the model is told
    /// @return what became of the message, which is durable
    /// @throws IOException if there is no such session, another process has it open, or its log
    ///   cannot be written
    public Delivery deliver(SessionId id, Message.User message, String source) throws IOException {
        return outbox.deliver(id, new Entry.User(message.parts(), source));
    }

    private SessionLog open(SessionId id) throws IOException {
        return SessionLog.of(SessionWriter.open(store, id, InstantSource.system()));
    }

    /// Deletes a session: its log, its sidecars, its undo data and its background processes.
    ///
    /// @param id of the session
    /// @throws IOException if another process has the session open, or something cannot be deleted
    public void delete(SessionId id) throws IOException {
        try (SessionLease lease = store.lease(id)) {
            new DetachedProcesses(state, id.value()).killAll();
            lease.delete();
        }
    }
}
