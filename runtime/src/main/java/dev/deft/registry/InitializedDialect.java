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

    private final ToolRegistry registry;
    private final InitContext context;

    /// @param registry of the tools
    /// @param context for the initialization
    public InitializedDialect(Dialect delegate, ToolRegistry registry, InitContext context) {
        super(delegate);
        this.registry = registry;
        this.context = context;
    }

    @Override
    public List<DialectTool> tools() {
        List<DialectTool> all = super.tools();
        return startAll(all) == 0 ? all : ready(all);
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

    private List<DialectTool> ready(List<DialectTool> all) {
        List<DialectTool> ready = new ArrayList<>();
        for (DialectTool it : all) {
            if (it.tool() instanceof InitializableTool<?> tool) {
                registry.initializer()
                        .of(tool, context)
                        .within(MAX_WAIT)
                        .filter(found -> found.unavailable().isEmpty())
                        .ifPresent(found -> ready.add(it.with(found)));
            } else {
                ready.add(it);
            }
        }
        return ready;
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
