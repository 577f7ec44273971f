package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Writes the entries of one session to a store, in the order they are put.
///
/// A session that nobody gave a name may be stored late: what is put before is held, and written
/// when it does something that leaves a trace outside. Asking for the time litters no directory.
public final class SessionWriter implements AutoCloseable {

    /// Kept where a session needs a first entry and has none yet.
    private static final String BEGUN = "deft.session";

    private final SessionStore store;
    private final SessionId id;
    private final EntryClock clock;
    private final PendingEntries held = new PendingEntries();
    private Optional<SessionLease> lease;

    private SessionWriter(
            SessionStore store, SessionId id, InstantSource clock, Optional<SessionLease> lease) {
        this.store = store;
        this.id = id;
        this.clock = new EntryClock(clock);
        this.lease = lease;
    }

    /// Continues a session, or starts it under this name. Calls that a crash left without a result
    /// get one.
    ///
    /// @throws SessionInUseException when somebody else has the session; it says who
    public static SessionWriter open(SessionStore store, SessionId id, InstantSource clock)
            throws IOException {
        SessionLease lease = store.lease(id);
        try {
            var writer = new SessionWriter(store, id, clock, Optional.of(lease));
            writer.resume(lease);
            return writer;
        } catch (IOException e) {
            lease.close();
            throw e;
        }
    }

    /// A new session that is stored once it has to be, and may end without a trace.
    ///
    /// @param id made for it
    public static SessionWriter deferred(SessionStore store, SessionId id, InstantSource clock) {
        return new SessionWriter(store, id, clock, Optional.empty());
    }

    private void resume(SessionLease taken) throws IOException {
        SessionState past = taken.state();
        clock.advanceTo(past.latest());
        long last = 0;
        for (OpenCalls.OpenCall call : past.open()) {
            last = taken.put(CallEntries.interrupted(call, clock.now()));
        }
        if (last > 0) {
            taken.await(last);
        }
    }

    /// The session that is written.
    public SessionId id() {
        return id;
    }

    /// A time for an entry: later than that of every entry before.
    Instant now() {
        return clock.now();
    }

    /// What the session knew when it was opened.
    public synchronized SessionState state() {
        return lease.isPresent() ? lease.get().state() : SessionState.NEW;
    }

    /// What a person should know about the session: that it was altered, or is not theirs.
    public synchronized List<String> warnings() {
        return lease.isPresent() ? lease.get().warnings() : List.of();
    }

    /// Whether the session is in the store.
    public synchronized boolean isStored() {
        return lease.isPresent();
    }

    /// What tells this session from another of the same id; nothing while there is no entry.
    public synchronized Optional<String> instanceId() {
        return lease.isPresent() ? lease.get().instanceId() : Optional.empty();
    }

    /// Makes sure that there is a first entry.
    ///
    /// @return what tells this session from another of the same id
    public synchronized String start() throws IOException {
        SessionLease taken = store();
        if (taken.instanceId().isEmpty()) {
            long _ = taken.append(SessionValues.entry(BEGUN, Json.Obj.EMPTY, clock.now()));
        }
        return taken.instanceId().orElseThrow();
    }

    /// Stores the session from here on, with all that was held.
    synchronized SessionLease store() throws IOException {
        if (lease.isPresent()) {
            return lease.get();
        }
        SessionLease created = store.create(id);
        try {
            long last = 0;
            for (Supplier<Json.Obj> entry : held.list()) {
                last = created.put(entry.get());
            }
            if (last > 0) {
                created.await(last);
            }
        } catch (IOException e) {
            discard(created, e);
            throw e;
        }
        held.clear();
        lease = Optional.of(created);
        return created;
    }

    /// Leaves no half of a session behind.
    private static void discard(SessionLease created, IOException why) {
        try (created) {
            created.delete();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    /// Writes to the store if the session is in it, without waiting; else holds the entry.
    ///
    /// @return what to wait for; nothing where the entry is held
    Optional<Pending> put(Supplier<Json.Obj> entry) throws IOException {
        return put(Optional.empty(), entry);
    }

    private synchronized Optional<Pending> put(Optional<String> name, Supplier<Json.Obj> entry)
            throws IOException {
        if (lease.isPresent()) {
            return Optional.of(new Pending(lease.get(), lease.get().put(entry.get())));
        }
        held.add(name, entry);
        return Optional.empty();
    }

    /// The same, and waits until the entry is durable.
    void append(Supplier<Json.Obj> entry) throws IOException {
        await(put(Optional.empty(), entry));
    }

    /// The same for an entry that keeps a value under a name.
    void append(String name, Supplier<Json.Obj> entry) throws IOException {
        await(put(Optional.of(name), entry));
    }

    private static void await(Optional<Pending> put) throws IOException {
        if (put.isPresent()) {
            put.get().lease().await(put.get().entry());
        }
    }

    /// An entry that was put.
    record Pending(SessionLease lease, long entry) {}

    /// The entries the session goes on from, as far as no summary stands for them.
    List<Entry> context() throws IOException {
        if (!isStored()) {
            return List.of();
        }
        SessionLease taken = store();
        List<Entry> entries = new ArrayList<>();
        taken.read(taken.state().context(), it -> entries.add(EntryJson.read(it)));
        return Branch.of(entries);
    }

    /// Gives the lease back.
    @Override
    public synchronized void close() throws IOException {
        if (lease.isPresent()) {
            lease.get().close();
        }
    }
}
