package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A dialect of which only some tools are there, by their ids, whenever they are.
record ChosenDialect(Dialect whole, Set<String> ids) implements Dialect {

    ChosenDialect {
        ids = Set.copyOf(ids);
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public List<DialectTool> tools() {
        return whole.tools().stream().filter(this::isChosen).toList();
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return whole.find(name).filter(this::isChosen);
    }

    private boolean isChosen(DialectTool tool) {
        return ids.contains(tool.spec().id());
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
