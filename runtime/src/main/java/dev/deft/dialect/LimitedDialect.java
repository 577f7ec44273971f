package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.registry.CallOrder;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A dialect with limits that people set over those of its tools.
final class LimitedDialect implements Dialect {

    private final Dialect whole;
    private final ToolLimits limits;
    private volatile Bounded last = new Bounded(List.of(), List.of());

    LimitedDialect(Dialect whole, ToolLimits limits) {
        this.whole = whole;
        this.limits = limits;
    }

    @Override
    public String name() {
        return whole.name();
    }

    /// The list is made anew only when the dialect has made a new one, as it does when tools come
    /// and go.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public List<DialectTool> tools() {
        List<DialectTool> now = whole.tools();
        Bounded known = last;
        if (known.from != now) {
            known = new Bounded(now, bounded(now));
            last = known;
        }
        return known.tools;
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return whole.find(name).map(this::bounded);
    }

    private List<DialectTool> bounded(List<DialectTool> tools) {
        List<DialectTool> bounded = new ArrayList<>(tools.size());
        for (DialectTool it : tools) {
            bounded.add(bounded(it));
        }
        return List.copyOf(bounded);
    }

    private DialectTool bounded(DialectTool it) {
        return new DialectTool(
                it.name(),
                it.description(),
                it.parameters(),
                it.tool(),
                it.mapper(),
                limits.over(it.spec().id(), it.limits()));
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

    /// The tools of a list, compared by identity, within the limits.
    private record Bounded(List<DialectTool> from, List<DialectTool> tools) {}
}
