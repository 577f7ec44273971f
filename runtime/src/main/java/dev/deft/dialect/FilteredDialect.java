package dev.deft.dialect;

import dev.deft.registry.DelegatingDialect;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Offers only some tools of another dialect.
final class FilteredDialect extends DelegatingDialect {

    private final Predicate<DialectTool> filter;

    FilteredDialect(Dialect delegate, Predicate<DialectTool> filter) {
        super(delegate);
        this.filter = filter;
    }

    @Override
    public List<DialectTool> tools() {
        return super.tools().stream().filter(filter).toList();
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return super.find(name).filter(filter);
    }
}
