package dev.deft.server.live;

import dev.deft.agent.session.DelegatingLease;
import dev.deft.agent.session.DelegatingStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/// A store that tells what is written to it, each entry when it is durable.
final class ObservedStore extends DelegatingStore {

    private final String workspace;
    private final ObservedStores stores;

    ObservedStore(String workspace, SessionStore store, ObservedStores stores) {
        super(store);
        this.workspace = workspace;
        this.stores = stores;
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        stores.checkWritable();
        return observed(id, super.lease(id));
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        stores.checkWritable();
        return observed(id, super.create(id));
    }

    private SessionLease observed(SessionId id, SessionLease lease) {
        return new ObservedLease(new SessionRef(workspace, id.value()), lease);
    }

    /// A lease that tells what is written.
    private final class ObservedLease extends DelegatingLease {

        private final SessionRef session;
        private final ObservedStores.Pulse pulse;

        ObservedLease(SessionRef session, SessionLease lease) {
            super(lease);
            this.session = session;
            this.pulse = stores.opened(session, this::last, this::isHeld);
        }

        private long last() throws IOException {
            var last = new AtomicLong();
            read(0, it -> last.set(Math.max(last.get(), EntryView.id(it))));
            return last.get();
        }

        @Override
        public long put(Json.Obj entry) throws IOException {
            stores.checkWritable();
            long id = super.put(entry);
            tell(id, id - 1, entry);
            return id;
        }

        @Override
        public long put(Json.Obj entry, long parent) throws IOException {
            stores.checkWritable();
            long id = super.put(entry, parent);
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
            super.await(id);
            pulse.stored(id);
        }

        @Override
        public void close() throws IOException {
            stores.closed(session);
            super.close();
        }
    }
}
