package dev.deft.agent.session.file;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.index.SessionCatalog;
import dev.deft.json.Json;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Sessions as files in a workspace: one log for each, a JSON line an entry, chained by hashes and
/// signed with the user's key.
///
/// A workspace may come from anybody. What a log keeps is obeyed only where the user has signed or
/// adopted it; all else in it is text. A lease is a lock of the operating system, so it ends with
/// its process.
public final class FileSessionStore implements SessionStore {

    private final SessionPaths places;
    private final StatePaths state;
    private final SessionOwner owner;
    private final FileLocks locks;
    private final InstantSource clock;
    private final Consumer<String> notices;

    /// Opens nothing yet.
    ///
    /// @param notices is told when the index of the sessions does not work, or a log cannot be read
    public FileSessionStore(
            SessionPaths places, FileLocks locks, InstantSource clock, Consumer<String> notices) {
        this.places = places;
        this.state = new StatePaths(places.root());
        this.owner = SessionOwner.of(places.data(), places.root());
        this.locks = locks;
        this.clock = clock;
        this.notices = notices;
    }

    private LogFiles files(SessionId id) {
        return new LogFiles(state, owner, id);
    }

    /// Where the log of a session is, or would be.
    public Path log(SessionId id) {
        return files(id).log();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return FileLease.open(files(id), lock(id), true);
    }

    private LockFile lock(SessionId id) throws IOException {
        Path _ = state.ensure(state.sessions());
        return LockFile.acquire(locks, state.sessions(), id, clock.instant());
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return begin(id);
    }

    /// Looks twice: somebody else may have begun it a moment ago.
    private FileLease begin(SessionId id) throws IOException {
        refuseIfThere(id);
        LockFile lock = lock(id);
        try {
            refuseIfThere(id);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
        return FileLease.open(files(id), lock, false);
    }

    private void refuseIfThere(SessionId id) throws IOException {
        if (exists(id)) {
            throw new SessionExistsException(id);
        }
    }

    @Override
    public boolean exists(SessionId id) {
        return files(id).exist();
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
        files(id).read(LogReader.Offset.START, Long.MAX_VALUE, after, reader);
    }

    @Override
    public List<SessionId> ids() throws IOException {
        return catalog().ids().stream().map(SessionId::new).toList();
    }

    @Override
    public List<SessionSummary> search(String query) throws IOException {
        return catalog().find(query);
    }

    /// Made when somebody asks, since a short command needs none.
    private SessionCatalog catalog() {
        return new SessionCatalog(
                state.path(),
                places.cache().resolve("sqlite"),
                (id, modified) -> SessionSummary.of(this, id, modified),
                notices);
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        LogFork.Source source = LogFork.read(files(from), at);
        try (FileLease target = begin(to)) {
            source.copyTo(target, clock);
        }
    }

    /// Reads a session, and looks at whose it is and whether it is as it was written.
    ///
    /// @throws NoSuchSessionException when there is none
    public SessionHistory history(SessionId id) throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        LogCheck check = check(id, entries::add);
        return SessionHistory.of(entries, check.warning(id));
    }

    /// Looks at every line, every hash and every signature of a session.
    ///
    /// @throws NoSuchSessionException when there is none
    public LogCheck check(SessionId id) throws IOException {
        return check(id, _ -> {});
    }

    private LogCheck check(SessionId id, Consumer<Json.Obj> reader) throws IOException {
        try {
            return LogCheck.of(log(id), id, owner, reader);
        } catch (NoSuchFileException e) {
            throw files(id).missing(e);
        }
    }
}
