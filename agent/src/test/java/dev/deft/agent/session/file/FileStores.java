package dev.deft.agent.session.file;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.SessionWriter;
import dev.deft.os.OsFileLocks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Stores for tests; the home of the user is a directory of the workspace.
final class FileStores {

    private FileStores() {}

    /// Short, so that tests about held leases need not wait.
    static final Duration LOCK_TIMEOUT = Duration.ofMillis(50);

    static FileSessionStore in(Path root, InstantSource clock) {
        return of(root, root.resolve(".home"), clock, LOCK_TIMEOUT);
    }

    /// The sessions of a workspace as another user sees them.
    static FileSessionStore of(Path root, Path home, InstantSource clock, Duration lockTimeout) {
        return new FileSessionStore(
                new SessionPaths(root, home.resolve("data"), home.resolve("cache")),
                new OsFileLocks(),
                clock,
                _ -> {},
                lockTimeout);
    }

    static FileSessionStore in(Path root) {
        return in(root, InstantSource.system());
    }

    static OpenLog open(Path root, String session, InstantSource clock) throws IOException {
        return new OpenLog(SessionWriter.open(in(root, clock), new SessionId(session), clock));
    }

    static SessionHistory history(Path root, String session) throws IOException {
        return SessionHistory.read(in(root), new SessionId(session));
    }

    static SessionSummary summary(Path root, String session) throws IOException {
        return SessionSummary.of(in(root), new SessionId(session), Instant.EPOCH);
    }
}
