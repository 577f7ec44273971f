package dev.deft.dialect;

import dev.deft.registry.DelegatingDialect;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Offers tools of another dialect that it would not list by itself.
final class ListingDialect extends DelegatingDialect {

    private final Set<String> ids;

    ListingDialect(Dialect delegate, Set<String> ids) {
        super(delegate);
        this.ids = ids;
    }

    @Override
    public List<DialectTool> tools() {
        List<DialectTool> all = new ArrayList<>(super.tools());
        for (String id : ids) {
            if (all.stream().noneMatch(it -> it.spec().id().equals(id))) {
                find(id).ifPresent(all::add);
            }
        }
        return all;
    }
}
