package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A store that knows which entries somebody waited for, and whose disk can fail.
final class DurableStore extends DelegatingStore {

    private final List<String> closed = new ArrayList<>();
    private long lastPut;
    private long lastDurable;
    private int waits;
    private long failsAt = Long.MAX_VALUE;
    private boolean failsToDelete;

    DurableStore() {
        super(new InMemorySessionStore());
    }

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
        return new Lease(id, super.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return new Lease(id, super.create(id));
    }

    private final class Lease extends DelegatingLease {

        private final SessionId id;

        Lease(SessionId id, SessionLease lease) {
            super(lease);
            this.id = id;
        }

        @Override
        public List<String> warnings() {
            return List.of("a warning");
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            return counted(super.put(entry));
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            return counted(super.put(entry, parent));
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
        public void delete() throws IOException {
            if (failsToDelete) {
                throw new IOException("disk broken");
            }
            super.delete();
        }

        @Override
        public void close() throws IOException {
            closed.add(id.value());
            super.close();
        }
    }
}
