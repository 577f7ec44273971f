package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A dialect of which every call may take the same time.
record TimeoutDialect(Dialect whole, Duration timeout) implements Dialect {

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public List<DialectTool> tools() {
        return whole.tools().stream().map(this::bounded).toList();
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return whole.find(name).map(this::bounded);
    }

    private DialectTool bounded(DialectTool it) {
        return it.within(it.limits().withTimeout(timeout));
    }

    @Override
    public Json render(Optional<DialectTool> tool, Envelope envelope) {
        return whole.render(tool, envelope);
    }

    @Override
    public String read(Optional<DialectTool> tool, Envelope envelope) {
        return whole.read(tool, envelope);
    }

    @Override
    public CallOrder order() {
        return whole.order();
    }
}
