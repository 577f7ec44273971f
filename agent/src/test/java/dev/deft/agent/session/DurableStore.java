package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A store that knows which entries somebody waited for, and whose disk can fail.
final class DurableStore implements SessionStore {

    private final InMemorySessionStore store = new InMemorySessionStore();
    private final List<String> closed = new ArrayList<>();
    private long lastPut;
    private long lastDurable;
    private int waits;
    private long failsAt = Long.MAX_VALUE;
    private boolean failsToDelete;

    boolean isAllDurable() {
        return lastDurable == lastPut;
    }

    /// How often somebody waited for the disk.
    int waits() {
        return waits;
    }

    /// From this entry on, writing fails.
    void failAt(long id) {
        failsAt = id;
    }

    void failToDelete() {
        failsToDelete = true;
    }

    List<String> closed() {
        return closed;
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return new Lease(id, store.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return new Lease(id, store.create(id));
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

        private final SessionId id;
        private final SessionLease lease;

        Lease(SessionId id, SessionLease lease) {
            this.id = id;
            this.lease = lease;
        }

        @Override
        public SessionState state() {
            return lease.state();
        }

        @Override
        public List<String> warnings() {
            return List.of("a warning");
        }

        @Override
        public Optional<String> instanceId() {
            return lease.instanceId();
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            return counted(lease.put(entry));
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            return counted(lease.put(entry, parent));
        }

        private long counted(long put) throws IOException {
            if (put >= failsAt) {
                throw new IOException("disk full");
            }
            lastPut = put;
            return put;
        }

        @Override
        public void await(long entry) {
            if (entry < 1) {
                throw new IllegalArgumentException("no entry " + entry);
            }
            waits++;
            lastDurable = Math.max(lastDurable, entry);
        }

        @Override
        public void read(long after, Consumer<Json.Obj> reader) throws IOException {
            lease.read(after, reader);
        }

        @Override
        public void delete() throws IOException {
            if (failsToDelete) {
                throw new IOException("disk broken");
            }
            lease.delete();
        }

        @Override
        public void close() throws IOException {
            closed.add(id.value());
            lease.close();
        }
    }
}
