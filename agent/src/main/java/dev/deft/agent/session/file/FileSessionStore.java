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
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Stores sessions as files of a workspace: one log each, one JSON line per entry, chained by
/// hashes and signed with the user's key.
///
/// A workspace may come from anybody. Stored values take effect only if the user signed or adopted
/// them; everything else in a log is plain text. A lease is a lock of the operating system, so it
/// ends with its process.
public final class FileSessionStore implements SessionStore {

    private final SessionPaths paths;
    private final StatePaths state;
    private final SessionOwner owner;
    private final FileLocks locks;
    private final InstantSource clock;
    private final Consumer<String> notices;
    private final Duration lockTimeout;

    /// Opens no file yet.
    ///
    /// @param notices gets a message when the session index fails or a log cannot be read
    public FileSessionStore(
            SessionPaths paths, FileLocks locks, InstantSource clock, Consumer<String> notices) {
        this(paths, locks, clock, notices, LockFile.TIMEOUT);
    }

    /// @param lockTimeout how long a lease waits for the current holder
    FileSessionStore(
            SessionPaths paths,
            FileLocks locks,
            InstantSource clock,
            Consumer<String> notices,
            Duration lockTimeout) {
        this.paths = paths;
        this.state = new StatePaths(paths.root());
        this.owner = SessionOwner.of(paths.data(), paths.root());
        this.locks = locks;
        this.clock = clock;
        this.notices = notices;
        this.lockTimeout = lockTimeout;
    }

    private LogFiles files(SessionId id) {
        return new LogFiles(state, owner, id);
    }

    /// The path of a session's log, whether or not it exists.
    public Path log(SessionId id) {
        return files(id).log();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return FileLease.open(files(id), lock(id), true);
    }

    private LockFile lock(SessionId id) throws IOException {
        Path _ = state.createDirectory(state.sessions());
        return LockFile.acquire(locks, state.sessions(), id, clock.instant(), lockTimeout);
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return createFile(id);
    }

    /// Checks again under the lock: another process may have created it meanwhile.
    private FileLease createFile(SessionId id) throws IOException {
        requireAbsent(id);
        LockFile lock = lock(id);
        try {
            requireAbsent(id);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
        return FileLease.open(files(id), lock, false);
    }

    private void requireAbsent(SessionId id) throws IOException {
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

    /// Created on demand: short commands need no catalog.
    private SessionCatalog catalog() {
        return new SessionCatalog(
                state.path(),
                paths.cache().resolve("sqlite"),
                (id, modified) -> SessionSummary.of(this, id, modified),
                notices);
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        LogFork.Source source = LogFork.read(files(from), at);
        try (FileLease target = createFile(to)) {
            source.copyTo(target, clock);
        }
    }

    /// Reads a session and verifies its log.
    ///
    /// @throws NoSuchSessionException when there is none
    public SessionHistory history(SessionId id) throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        LogCheck check = check(id, entries::add);
        return SessionHistory.of(entries, check.warning(id));
    }

    /// Verifies every line, hash and signature of a session.
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
