package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The exclusive right to write to a session, until it is closed or its process ends. Thread-safe.
public interface SessionLease extends AutoCloseable {

    /// The state of the session when the lease was acquired.
    SessionState state();

    /// Reads the state of the session again, which changes when it is rewound.
    default SessionState reread() throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        read(0, entries::add);
        return SessionState.of(entries);
    }

    /// Warnings for the user, such as that the log was changed.
    List<String> warnings();

    /// Distinguishes this session from a deleted one with the same id; at least 16 letters and
    /// digits. Empty while there is no entry.
    Optional<String> instanceId();

    /// Appends an entry. It is durable when this returns.
    ///
    /// @return its id
    default long append(Json.Obj entry) throws IOException {
        long id = put(entry);
        await(id);
        return id;
    }

    /// Appends an entry after the last one. It may not be durable yet, so that several entries
    /// share one wait.
    ///
    /// @return its id, for [#await]
    long put(Json.Obj entry) throws IOException;

    /// Appends an entry that another one follows at once. Both may be written together; if that
    /// fails, neither is.
    ///
    /// @return its id
    default long putBeforeNext(Json.Obj entry) throws IOException {
        return put(entry);
    }

    /// Appends an entry that continues from an earlier one. The entries between become inactive.
    ///
    /// @param parent the id of an entry, or 0 for the start
    long put(Json.Obj entry, long parent) throws IOException;

    /// Waits until an entry and all before it are durable. Ignores interrupts.
    ///
    /// @throws IOException when writing fails; then the lease accepts no more entries
    void await(long id) throws IOException;

    /// Reads entries like [SessionStore#read], including those of this lease.
    void read(long after, Consumer<Json.Obj> reader) throws IOException;

    /// Whether the lease is still valid. One with a time limit may be lost to another holder, for
    /// example while its process was paused; then nothing more can be written through it.
    default boolean isHeld() throws IOException {
        return true;
    }

    /// Deletes the session. The lease accepts no more entries.
    void delete() throws IOException;

    /// Releases the lease.
    @Override
    void close() throws IOException;
}
