package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Forwards everything to another store. Subclasses override what they change; a [DelegatingLease]
/// does the same for leases.
public abstract class DelegatingStore implements SessionStore {

    private final SessionStore delegate;

    protected DelegatingStore(SessionStore delegate) {
        this.delegate = delegate;
    }

    @Override
    public SessionStore unwrapped() {
        return delegate.unwrapped();
    }

    @Override
    public SessionLease lease(SessionId id) throws IOException {
        return delegate.lease(id);
    }

    @Override
    public SessionLease create(SessionId id) throws IOException {
        return delegate.create(id);
    }

    @Override
    public boolean exists(SessionId id) throws IOException {
        return delegate.exists(id);
    }

    @Override
    public void read(SessionId id, long after, Consumer<Json.Obj> reader) throws IOException {
        delegate.read(id, after, reader);
    }

    @Override
    public List<SessionId> ids() throws IOException {
        return delegate.ids();
    }

    @Override
    public List<SessionSummary> search(String query) throws IOException {
        return delegate.search(query);
    }

    @Override
    public void fork(SessionId from, long at, SessionId to) throws IOException {
        delegate.fork(from, at, to);
    }
}
