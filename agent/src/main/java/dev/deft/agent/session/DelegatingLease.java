package dev.deft.agent.session;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Forwards everything to another lease. Subclasses override what they change; [#append] puts and
/// awaits through them.
public abstract class DelegatingLease implements SessionLease {

    private final SessionLease delegate;

    protected DelegatingLease(SessionLease delegate) {
        this.delegate = delegate;
    }

    @Override
    public SessionState state() {
        return delegate.state();
    }

    @Override
    public SessionState reread() throws IOException {
        return delegate.reread();
    }

    @Override
    public List<String> warnings() {
        return delegate.warnings();
    }

    @Override
    public Optional<String> instanceId() {
        return delegate.instanceId();
    }

    @Override
    public long put(Json.Obj entry) throws IOException {
        return delegate.put(entry);
    }

    @Override
    public long put(Json.Obj entry, long parent) throws IOException {
        return delegate.put(entry, parent);
    }

    @Override
    public void await(long id) throws IOException {
        delegate.await(id);
    }

    @Override
    public void read(long after, Consumer<Json.Obj> reader) throws IOException {
        delegate.read(after, reader);
    }

    @Override
    public boolean isHeld() throws IOException {
        return delegate.isHeld();
    }

    @Override
    public void delete() throws IOException {
        delegate.delete();
    }

    @Override
    public void close() throws IOException {
        delegate.close();
    }
}
