package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Stores sessions as append-only lists of entries.
///
/// An entry is a JSON object with at least `role` and `ts`. The store adds `id`, its number in the
/// session from 1, and `parent`, the id of the entry it continues from; it may add more fields. It
/// changes nothing else and preserves entries of unknown roles. [Entry#of] reads an entry.
///
/// One lease at a time can write to a session; others can read meanwhile and see the entries
/// written so far. Thread-safe. Other implementations must pass `SessionStoreContract`.
public interface SessionStore {

    /// The store that keeps the entries: another one if this store wraps it, for example to see
    /// what is written.
    default SessionStore unwrapped() {
        return this;
    }

    /// Acquires the exclusive right to write to a session, and creates it if it does not exist. May
    /// wait a moment for the current holder.
    ///
    /// @throws SessionInUseException when another holder has the lease
    SessionLease lease(SessionId id) throws IOException;

    /// Creates a session under a generated id and acquires its lease. Existing files under that id,
    /// such as sidecars of its first calls, belong to it.
    ///
    /// @throws SessionExistsException when the id is taken
    /// @throws SessionInUseException when another process creates it at the same time
    SessionLease create(SessionId id) throws IOException;

    /// Whether a session exists, with or without entries.
    boolean exists(SessionId id) throws IOException;

    /// Reads the entries of a session in order, including inactive ones.
    ///
    /// @param after skips entries up to this id; 0 for none
    /// @param reader gets one entry at a time, so that a long session need not fit into memory
    /// @throws NoSuchSessionException when there is none
    void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException;

    /// Reads the entries of a session into a list.
    ///
    /// @throws NoSuchSessionException when there is none
    default List<Json.Obj> read(SessionId id, long after) throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        read(id, after, entries::add);
        return entries;
    }

    /// The ids of all sessions, last modified first.
    List<SessionId> ids() throws IOException;

    /// All sessions, last modified first.
    default List<SessionSummary> list() throws IOException {
        return search("");
    }

    /// Finds the sessions that have, for each word of the query, a word that starts with it. An
    /// empty query finds all. Last modified first. [SearchWords] defines words.
    List<SessionSummary> search(String query) throws IOException;

    /// Creates a session as a copy of another up to an entry. Times and contents stay the same, ids
    /// are new, and a last entry of role `fork` names the origin. The original may be in use.
    ///
    /// @param at the id of the last entry to copy; 0 for none
    /// @throws NoSuchSessionException when the original does not exist
    /// @throws SessionExistsException when the new id is taken
    void fork(SessionId from, long at, SessionId to) throws IOException;

    /// Deletes a session and everything stored about it.
    ///
    /// @throws NoSuchSessionException when there is none
    /// @throws SessionInUseException when another holder has its lease
    default void delete(SessionId id) throws IOException {
        if (!exists(id)) {
            throw new NoSuchSessionException(id);
        }
        try (SessionLease lease = lease(id)) {
            lease.delete();
        }
    }
}
