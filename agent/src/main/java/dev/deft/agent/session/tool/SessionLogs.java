package dev.deft.agent.session.tool;

import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The logs in one directory, read without a lease: their sessions may be running.
public interface SessionLogs {

    /// All logs, the last changed first.
    List<StoredLog> list() throws IOException;

    /// Whether a session is open in any process.
    boolean isOpen(SessionId id) throws IOException;

    /// Reads a log.
    ///
    /// @param reader gets every readable entry in order, one at a time
    /// @return a warning for the reader if the log is foreign, changed or damaged
    /// @throws dev.deft.agent.session.NoSuchSessionException if there is none
    Optional<String> read(SessionId id, Consumer<Json.Obj> reader) throws IOException;

    /// One log.
    ///
    /// @param began the time of its first entry
    record StoredLog(SessionId id, Instant began, Instant modified) {}
}
