package dev.deft.registry;

import dev.deft.tool.InitContext;
import dev.deft.tool.InitializableTool;
import dev.deft.tool.Initialized;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Initializes the tools of another dialect before it lists them.
public final class InitializedDialect extends DelegatingDialect {

    /// How long a list of tools waits for tools that are being initialized. Later lists have them.
    private static final Duration MAX_WAIT = Duration.ofMillis(200);

    private static final Initialized NOT_YET =
            Initialized.unavailable("it is still being initialized");

    private final ToolRegistry registry;
    private final InitContext context;
    private volatile Ready last = new Ready(List.of(), List.of(), List.of());
    private volatile Optional<Final> complete = Optional.empty();

    /// @param registry of the tools
    /// @param context for the initialization
    public InitializedDialect(Dialect delegate, ToolRegistry registry, InitContext context) {
        super(delegate);
        this.registry = registry;
        this.context = context;
    }

    /// Once all tools are initialized, nothing changes until the registry does: requests ask often.
    @Override
    public List<DialectTool> tools() {
        ToolRegistry.Snapshot now = registry.snapshot();
        List<DialectTool> all = super.tools();
        Optional<Final> known = complete;
        if (known.isPresent() && known.get().isOf(now, all)) {
            return known.get().tools;
        }
        return startAll(all) == 0 ? all : ready(now, all);
    }

    /// Starts the initialization of all tools.
    ///
    /// @return the number of tools to initialize
    private int startAll(List<DialectTool> all) {
        int started = 0;
        for (DialectTool it : all) {
            if (it.tool() instanceof InitializableTool<?> tool) {
                var _ = registry.initializer().of(tool, context);
                started++;
            }
        }
        return started;
    }

    /// The same list as long as nothing has changed: who makes something of it can tell at once.
    private List<DialectTool> ready(ToolRegistry.Snapshot now, List<DialectTool> all) {
        List<Optional<Initialized>> found = new ArrayList<>(all.size());
        boolean ended = true;
        for (DialectTool it : all) {
            Optional<Initialized> result = Optional.empty();
            if (it.tool() instanceof InitializableTool<?> tool) {
                result = registry.initializer().of(tool, context).within(MAX_WAIT);
                ended &= result.isPresent();
            }
            found.add(result);
        }
        Ready known = last;
        if (!known.isOf(all, found)) {
            known = new Ready(all, found, listed(all, found));
            last = known;
        }
        complete = ended ? Optional.of(new Final(now, all, known.tools)) : Optional.empty();
        return known.tools;
    }

    private static List<DialectTool> listed(
            List<DialectTool> all, List<Optional<Initialized>> found) {
        List<DialectTool> ready = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (!(all.get(i).tool() instanceof InitializableTool<?>)) {
                ready.add(all.get(i));
            } else if (found.get(i).isPresent() && found.get(i).get().unavailable().isEmpty()) {
                ready.add(all.get(i).with(found.get(i).get()));
            }
        }
        return List.copyOf(ready);
    }

    /// The tools made from a list and what the initialization found, both compared by identity.
    private record Ready(
            List<DialectTool> from, List<Optional<Initialized>> found, List<DialectTool> tools) {

        @SuppressWarnings("ReferenceEquality")
        boolean isOf(List<DialectTool> all, List<Optional<Initialized>> now) {
            if (from != all) {
                return false;
            }
            for (int i = 0; i < now.size(); i++) {
                if (found.get(i).orElse(NOT_YET) != now.get(i).orElse(NOT_YET)) {
                    return false;
                }
            }
            return true;
        }
    }

    /// A list of tools that were all initialized, with what it was made from, both compared by
    /// identity.
    private record Final(
            ToolRegistry.Snapshot registered, List<DialectTool> from, List<DialectTool> tools) {

        @SuppressWarnings("ReferenceEquality")
        boolean isOf(ToolRegistry.Snapshot now, List<DialectTool> all) {
            return registered == now && from == all;
        }
    }

    /// Waits for the initialization of the tool.
    @Override
    public Optional<DialectTool> find(String name) {
        Optional<DialectTool> found = super.find(name);
        if (found.isEmpty() || !(found.get().tool() instanceof InitializableTool<?> tool)) {
            return found;
        }
        Initialized initialized = registry.initializer().of(tool, context).result();
        return Optional.of(found.get().with(initialized));
    }
}
