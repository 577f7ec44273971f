package dev.deft.server.live;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionState;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionSummary;
import dev.deft.json.Json;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// A store that tells what is written to it, each entry when it is durable.
final class ObservedStore implements SessionStore {

    private final String workspace;
    private final SessionStore store;
    private final ObservedStores stores;

    ObservedStore(String workspace, SessionStore store, ObservedStores stores) {
        this.workspace = workspace;
        this.store = store;
        this.stores = stores;
    }

    @Override
    public SessionStore unwrapped() {
        return store.unwrapped();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        stores.checkWritable();
        return observed(id, store.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        stores.checkWritable();
        return observed(id, store.create(id));
    }

    private SessionLease observed(SessionId id, SessionLease lease) {
        return new ObservedLease(new SessionRef(workspace, id.value()), lease);
    }

    @Override
    public boolean exists(SessionId id) throws IOException {
        return store.exists(id);
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
        store.read(id, after, reader);
    }

    @Override
    public List<SessionId> ids() throws IOException {
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

    /// A lease that tells what is written.
    private final class ObservedLease implements SessionLease {

        private final SessionRef session;
        private final SessionLease lease;
        private final ObservedStores.Pulse pulse;

        ObservedLease(SessionRef session, SessionLease lease) {
            this.session = session;
            this.lease = lease;
            this.pulse = stores.opened(session, this::last, this::isHeld);
        }

        private long last() throws IOException {
            var last = new AtomicLong();
            lease.read(0, it -> last.set(Math.max(last.get(), EntryView.id(it))));
            return last.get();
        }

        @Override
        public SessionState state() {
            return lease.state();
        }

        @Override
        public SessionState reread() throws IOException {
            return lease.reread();
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
            stores.checkWritable();
            long id = lease.put(entry);
            tell(id, id - 1, entry);
            return id;
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            stores.checkWritable();
            long id = lease.put(entry, parent);
            tell(id, parent, entry);
            return id;
        }

        private void tell(long id, long parent, Json.Obj entry) {
            pulse.begin(id - 1);
            stores.written(
                    session,
                    id,
                    entry.with("id", Json.Num.of(id)).with("parent", Json.Num.of(parent)));
        }

        @Override
        public void await(long id) throws IOException {
            lease.await(id);
            pulse.stored(id);
        }

        @Override
        public void read(long after, Consumer<Json.Obj> reader) throws IOException {
            lease.read(after, reader);
        }

        @Override
        public boolean isHeld() throws IOException {
            return lease.isHeld();
        }

        @Override
        public void delete() throws IOException {
            lease.delete();
        }

        @Override
        public void close() throws IOException {
            stores.closed(session);
            lease.close();
        }
    }
}
