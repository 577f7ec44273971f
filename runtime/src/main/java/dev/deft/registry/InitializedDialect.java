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

    /// So long a list of tools waits for those that are being initialized; they are in a later one.
    private static final Duration BOUND = Duration.ofMillis(200);

    private final ToolRegistry registry;
    private final InitContext context;

    /// @param registry that has the tools
    /// @param context for whom they are initialized
    public InitializedDialect(Dialect delegate, ToolRegistry registry, InitContext context) {
        super(delegate);
        this.registry = registry;
        this.context = context;
    }

    @Override
    public List<DialectTool> tools() {
        List<DialectTool> all = super.tools();
        return begin(all) == 0 ? all : ready(all);
    }

    /// All begin before anybody waits for one.
    ///
    /// @return how many there are
    private int begin(List<DialectTool> all) {
        int begun = 0;
        for (DialectTool it : all) {
            if (it.tool() instanceof InitializableTool<?> tool) {
                var _ = registry.initializer().of(tool, context);
                begun++;
            }
        }
        return begun;
    }

    private List<DialectTool> ready(List<DialectTool> all) {
        List<DialectTool> ready = new ArrayList<>();
        for (DialectTool it : all) {
            if (it.tool() instanceof InitializableTool<?> tool) {
                registry.initializer()
                        .of(tool, context)
                        .within(BOUND)
                        .filter(found -> found.unavailable().isEmpty())
                        .ifPresent(found -> ready.add(it.with(found)));
            } else {
                ready.add(it);
            }
        }
        return ready;
    }

    /// Waits for a tool that is still being initialized: somebody wants to call it.
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
