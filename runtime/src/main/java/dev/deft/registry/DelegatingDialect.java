package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.List;
import java.util.Optional;

/// Forwards everything to another dialect. Subclasses override what they change.
public abstract class DelegatingDialect implements Dialect {

    private final Dialect delegate;

    protected DelegatingDialect(Dialect delegate) {
        this.delegate = delegate;
    }

    @Override
    public String name() {
        return delegate.name();
    }

    @Override
    public List<DialectTool> tools() {
        return delegate.tools();
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return delegate.find(name);
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return delegate.render(tool, envelope);
    }

    @Override
    public String modelText(Optional<DialectTool> tool, Envelope envelope) {
        return delegate.modelText(tool, envelope);
    }

    @Override
    public CallOrder order() {
        return delegate.order();
    }

    @Override
    public boolean newMessageCancels() {
        return delegate.newMessageCancels();
    }
}
