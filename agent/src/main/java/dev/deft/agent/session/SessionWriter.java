package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Writes the entries of one session to a store, in order.
///
/// A deferred session holds its entries in memory until it does something that can change the
/// workspace. So a call that only reads leaves no files behind.
public final class SessionWriter implements AutoCloseable {

    /// The name of the value that becomes the first entry of an empty session.
    private static final String FIRST_VALUE = "deft.session";

    private final SessionStore store;
    private final SessionId id;
    private final EntryClock clock;
    private PendingEntries pending = new PendingEntries();
    private Optional<SessionLease> lease;
    private final Map<String, OpenCalls.OpenCall> unstarted = new LinkedHashMap<>();
    private Optional<SessionState> rewound = Optional.empty();

    private SessionWriter(
            SessionStore store, SessionId id, InstantSource clock, Optional<SessionLease> lease) {
        this.store = store;
        this.id = id;
        this.clock = new EntryClock(clock);
        this.lease = lease;
    }

    /// Resumes a session, or creates it. Calls that a crash left without a result get one.
    ///
    /// @throws SessionInUseException when another holder has the lease
    public static SessionWriter open(SessionStore store, SessionId id, InstantSource clock)
            throws IOException {
        return open(store, id, clock, false);
    }

    /// Resumes a session to go on with the run in which its program died: calls that were never
    /// started stay open, so that they can still be run. The next message settles them.
    ///
    /// @throws SessionInUseException when another holder has the lease
    public static SessionWriter openToGoOn(SessionStore store, SessionId id, InstantSource clock)
            throws IOException {
        return open(store, id, clock, true);
    }

    private static SessionWriter open(
            SessionStore store, SessionId id, InstantSource clock, boolean goesOn)
            throws IOException {
        SessionLease lease = store.lease(id);
        try {
            var writer = new SessionWriter(store, id, clock, Optional.of(lease));
            writer.resume(lease, goesOn);
            return writer;
        } catch (IOException e) {
            lease.close();
            throw e;
        }
    }

    /// A new session that is stored only when it has to be.
    ///
    /// @param id generated for it
    public static SessionWriter deferred(SessionStore store, SessionId id, InstantSource clock) {
        return new SessionWriter(store, id, clock, Optional.empty());
    }

    private void resume(SessionLease taken, boolean goesOn) throws IOException {
        SessionState state = taken.state();
        clock.advanceTo(state.latest());
        List<OpenCalls.OpenCall> over = new ArrayList<>();
        for (OpenCalls.OpenCall call : state.open()) {
            if (goesOn && !call.started()) {
                unstarted.put(call.callId(), call);
            } else {
                over.add(call);
            }
        }
        settle(taken, over);
    }

    private void settle(SessionLease taken, Collection<OpenCalls.OpenCall> calls)
            throws IOException {
        long last = 0;
        for (OpenCalls.OpenCall call : calls) {
            last = taken.put(CallEntries.interrupted(call, clock.now()));
        }
        if (last > 0) {
            taken.await(last);
        }
    }

    /// Gives a result to each call that was never started and will not be.
    synchronized void settleUnstarted() throws IOException {
        if (!unstarted.isEmpty()) {
            settle(store(), unstarted.values());
            unstarted.clear();
        }
    }

    /// Notes that a call has a result.
    synchronized void ended(String callId) {
        unstarted.remove(callId);
    }

    /// The id of the session.
    public SessionId id() {
        return id;
    }

    /// The time of the next entry, later than that of every entry before.
    Instant now() {
        return clock.now();
    }

    /// The state of the session when it was opened, or rewound since.
    public synchronized SessionState state() {
        return rewound.isPresent()
                ? rewound.get()
                : lease.isPresent() ? lease.get().state() : SessionState.NEW;
    }

    /// Takes over the state of an earlier entry, which the session was rewound to.
    synchronized void rewound() throws IOException {
        rewound = Optional.of(store().reread());
    }

    /// Warnings for the user: the log was changed, or is foreign.
    public synchronized List<String> warnings() {
        return lease.isPresent() ? lease.get().warnings() : List.of();
    }

    /// Whether the session is in the store.
    public synchronized boolean isStored() {
        return lease.isPresent();
    }

    /// Distinguishes this session from others with the same id; empty while there is no entry.
    public synchronized Optional<String> instanceId() {
        return lease.isPresent() ? lease.get().instanceId() : Optional.empty();
    }

    /// Stores the session and makes sure that it has an entry.
    ///
    /// @return its instance id
    public synchronized String start() throws IOException {
        SessionLease taken = store();
        if (taken.instanceId().isEmpty()) {
            long _ = taken.append(SessionValues.entry(FIRST_VALUE, Json.Obj.EMPTY, clock.now()));
        }
        return taken.instanceId().orElseThrow();
    }

    /// Stores the session with all pending entries, if it is not stored yet.
    synchronized SessionLease store() throws IOException {
        if (lease.isPresent()) {
            return lease.get();
        }
        SessionLease created = store.create(id);
        try {
            long last = 0;
            for (Supplier<Json.Obj> entry : pending.list()) {
                last = created.put(entry.get());
            }
            if (last > 0) {
                created.await(last);
            }
        } catch (IOException e) {
            discard(created, e);
            throw e;
        }
        pending = new PendingEntries();
        lease = Optional.of(created);
        return created;
    }

    /// Deletes an incomplete session.
    private static void discard(SessionLease created, IOException why) {
        try (created) {
            created.delete();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    /// Writes an entry without waiting for the disk, or holds it if the session is not stored yet.
    ///
    /// @return what to wait for; empty if the entry is held
    Optional<Pending> put(Supplier<Json.Obj> entry) throws IOException {
        return put(Optional.empty(), entry);
    }

    private synchronized Optional<Pending> put(Optional<String> name, Supplier<Json.Obj> entry)
            throws IOException {
        if (lease.isPresent()) {
            return Optional.of(new Pending(lease.get(), lease.get().put(entry.get())));
        }
        pending.add(name, entry);
        return Optional.empty();
    }

    /// Writes an entry that another one follows at once, no later than that one.
    synchronized void putBeforeNext(Supplier<Json.Obj> entry) throws IOException {
        if (lease.isPresent()) {
            long _ = lease.get().putBeforeNext(entry.get());
        } else {
            pending.add(Optional.empty(), entry);
        }
    }

    /// Writes or holds an entry, and waits until it is durable.
    void append(Supplier<Json.Obj> entry) throws IOException {
        await(put(Optional.empty(), entry));
    }

    /// Writes or holds an entry that stores a value.
    void append(String name, Supplier<Json.Obj> entry) throws IOException {
        await(put(Optional.of(name), entry));
    }

    /// Waits until an entry is durable; at once for one that is held.
    static void await(Optional<Pending> put) throws IOException {
        if (put.isPresent()) {
            put.get().lease().await(put.get().entry());
        }
    }

    /// An entry that may not be durable yet.
    record Pending(SessionLease lease, long entry) {}

    /// The entries of the active branch that no summary replaces.
    List<Entry> context() throws IOException {
        if (!isStored()) {
            return List.of();
        }
        SessionLease taken = store();
        List<Entry> entries = new ArrayList<>();
        taken.read(state().context(), it -> entries.add(EntryJson.read(it)));
        return Branch.of(entries);
    }

    /// Releases the lease.
    @Override
    public synchronized void close() throws IOException {
        if (lease.isPresent()) {
            lease.get().close();
        }
    }
}
