package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The exclusive right to write to a session, until it is closed or its process ends.
///
/// All methods may be called from several threads.
public interface SessionLease extends AutoCloseable {

    /// What the session knew when the lease was taken.
    SessionState state();

    /// What a person should know before the session goes on, such as that it was altered.
    List<String> warnings();

    /// What tells this session from another that had the same id before; at least 16 letters and
    /// digits. Nothing while there is no entry.
    Optional<String> instanceId();

    /// Appends an entry. It is durable when this returns.
    ///
    /// @return its id
    default long append(Json.Obj entry) throws IOException {
        long id = put(entry);
        await(id);
        return id;
    }

    /// Appends an entry that goes on from the last one and may not be durable yet, so that several
    /// share one wait.
    ///
    /// @return its id, for [#await]
    long put(Json.Obj entry) throws IOException;

    /// The same for an entry that goes on from an earlier one: what came between no longer counts.
    ///
    /// @param parent the id of an entry, or 0 for the beginning
    long put(Json.Obj entry, long parent) throws IOException;

    /// Waits until an entry and all before it are durable. An interrupt does not end the wait.
    ///
    /// @throws IOException when it cannot be made durable; then nothing more is accepted
    void await(long id) throws IOException;

    /// Reads entries as [SessionStore#read] does, among them all that this lease has put.
    void read(long after, Consumer<Json.Obj> reader) throws IOException;

    /// Removes the session. Nothing may be put afterwards.
    void delete() throws IOException;

    /// Gives the lease back.
    @Override
    void close() throws IOException;
}
