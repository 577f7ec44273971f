package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Where sessions are stored: a list of entries for each, which only grows.
///
/// An entry is a JSON object with at least `role` and `ts`. The store adds `id`, its number in the
/// session from 1, and `parent`, the number of the entry it goes on from; it may add further fields
/// of its own. It changes nothing else, and keeps entries of roles it does not know. [Entry#of]
/// reads one.
///
/// One lease at a time may write to a session; anybody may read meanwhile, and sees the entries
/// that are written so far. All methods may be called from several threads. A store of one's own
/// must pass `SessionStoreContract`.
public interface SessionStore {

    /// Takes the exclusive right to write to a session. A session that does not exist begins to.
    ///
    /// A store may wait a moment for another holder that is just ending.
    ///
    /// @throws SessionInUseException when somebody else has the lease; it says who
    SessionLease lease(SessionId id) throws IOException;

    /// Begins a session under an id that was made for it, and takes its lease. What lies around
    /// under the name of the session already, such as long outputs of its first calls, is its own.
    ///
    /// @throws SessionExistsException when the id is taken
    /// @throws SessionInUseException when somebody begins it at the same time
    SessionLease create(SessionId id) throws IOException;

    /// Whether there is such a session, with or without entries.
    boolean exists(SessionId id) throws IOException;

    /// Reads the entries of a session in the order they were written, also those that were taken
    /// back since.
    ///
    /// @param after the id of an entry; those up to it are left out. 0 for all
    /// @param reader is told one entry after the other, so that a long session need not fit into
    ///   memory
    /// @throws NoSuchSessionException when there is none
    void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException;

    /// The entries of a session behind one of them, as a list.
    ///
    /// @throws NoSuchSessionException when there is none
    default List<Json.Obj> read(SessionId id, long after) throws IOException {
        List<Json.Obj> entries = new ArrayList<>();
        read(id, after, entries::add);
        return entries;
    }

    /// The ids of all sessions, the one that was written to last first.
    List<SessionId> ids() throws IOException;

    /// All sessions, the one that was written to last first.
    default List<SessionSummary> list() throws IOException {
        return search("");
    }

    /// The sessions in which every word of a query is the beginning of a word, or all where it has
    /// none; the one that was written to last first. [SearchWords] says what a word is.
    List<SessionSummary> search(String query) throws IOException;

    /// Begins a session as a copy of the entries that lead to one of another. Times and contents
    /// stay, ids are counted anew, and a last entry of role `fork` says where it comes from. The
    /// other session may be in use meanwhile.
    ///
    /// @param at the id of the last entry to take along; 0 for none
    /// @throws NoSuchSessionException when there is nothing to copy
    /// @throws SessionExistsException when the new id is taken
    void fork(SessionId from, long at, SessionId to) throws IOException;

    /// Removes a session and all that is stored about it.
    ///
    /// @throws NoSuchSessionException when there is none
    /// @throws SessionInUseException when somebody has its lease
    default void delete(SessionId id) throws IOException {
        if (!exists(id)) {
            throw new NoSuchSessionException(id);
        }
        try (SessionLease lease = lease(id)) {
            lease.delete();
        }
    }
}
