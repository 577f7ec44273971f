package dev.deft.dialect;

import dev.deft.host.Limits;
import dev.deft.registry.DelegatingDialect;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Changes the limits of the tools of another dialect.
final class LimitedDialect extends DelegatingDialect {

    private final LimitChange change;
    private volatile Cached cached = new Cached(List.of(), List.of());

    LimitedDialect(Dialect delegate, LimitChange change) {
        super(delegate);
        this.change = change;
    }

    /// Computes the limits of a tool from those that it has in the other dialect.
    @FunctionalInterface
    interface LimitChange {

        Limits apply(String toolId, Limits own);
    }

    /// Reuses its list as long as the other dialect returns the same one.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public List<DialectTool> tools() {
        List<DialectTool> current = super.tools();
        Cached known = cached;
        if (known.from != current) {
            known = new Cached(current, limited(current));
            cached = known;
        }
        return known.tools;
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return super.find(name).map(this::limited);
    }

    private List<DialectTool> limited(List<DialectTool> tools) {
        List<DialectTool> limited = new ArrayList<>(tools.size());
        for (DialectTool tool : tools) {
            limited.add(limited(tool));
        }
        return List.copyOf(limited);
    }

    private DialectTool limited(DialectTool tool) {
        return tool.within(change.apply(tool.spec().id(), tool.limits()));
    }

    /// The tools made from a list, which is compared by identity.
    private record Cached(List<DialectTool> from, List<DialectTool> tools) {}
}
