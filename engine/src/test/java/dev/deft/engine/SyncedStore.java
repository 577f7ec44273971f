package dev.deft.engine;

import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A store that tells which entries each sync of its disk covered, and whose disk can fail.
final class SyncedStore implements SessionStore {

    private final InMemorySessionStore store = new InMemorySessionStore();
    private final Consumer<List<String>> onSync;
    private final List<String> unsynced = new ArrayList<>();
    private Optional<String> failsAt = Optional.empty();

    /// @param onSync gets the roles of the entries that a sync covers, before it ends
    SyncedStore(Consumer<List<String>> onSync) {
        this.onSync = onSync;
    }

    /// The next sync that covers an entry of this role fails.
    void failAt(String role) {
        failsAt = Optional.of(role);
    }

    synchronized boolean isAllDurable() {
        return unsynced.isEmpty();
    }

    private synchronized long written(Json.Obj entry, long id) {
        unsynced.add(entry.text("role").orElse(""));
        return id;
    }

    private synchronized void sync() throws IOException {
        if (unsynced.isEmpty()) {
            return;
        }
        if (failsAt.isPresent() && unsynced.contains(failsAt.get())) {
            failsAt = Optional.empty();
            throw new IOException("the disk is broken");
        }
        onSync.accept(List.copyOf(unsynced));
        unsynced.clear();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return new Lease(store.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return new Lease(store.create(id));
    }

    @Override
    public boolean exists(SessionId id) {
        return store.exists(id);
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
        store.read(id, after, reader);
    }

    @Override
    public List<SessionId> ids() {
        return store.ids();
    }

    @Override
    public List<SessionSummary> search(String query) throws IOException {
        return store.search(query);
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        store.fork(from, at, to);
    }

    private final class Lease implements SessionLease {

        private final SessionLease lease;

        Lease(SessionLease lease) {
            this.lease = lease;
        }

        @Override
        public SessionState state() {
            return lease.state();
        }

        @Override
        public List<String> warnings() {
            return lease.warnings();
        }

        @Override
        public Optional<String> instanceId() {
            return lease.instanceId();
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            return written(entry, lease.put(entry));
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            return written(entry, lease.put(entry, parent));
        }

        @Override
        public void await(long id) throws IOException {
            sync();
        }

        @Override
        public void read(long after, Consumer<Json.Obj> reader) throws IOException {
            lease.read(after, reader);
        }

        @Override
        public void delete() throws IOException {
            lease.delete();
        }

        @Override
        public void close() throws IOException {
            lease.close();
        }
    }
}
