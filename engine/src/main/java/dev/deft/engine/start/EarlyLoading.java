package dev.deft.engine.start;

import dev.deft.agent.config.ModelSizes;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.kernel.Syscalls;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import dev.deft.script.Script;
import dev.deft.tool.Tool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// Loads what a process loads once and its first session needs, beside the thread that builds the
/// engine, reads the configuration and opens the session. Whoever needs one of these things sooner
/// waits for it, or computes it too.
public final class EarlyLoading implements AutoCloseable {

    private static final AtomicBoolean GRAMMAR_LOADS = new AtomicBoolean();

    private final CompletableFuture<List<Tool<?>>> tools = new CompletableFuture<>();

    private EarlyLoading() {}

    public static EarlyLoading begin() {
        var loading = new EarlyLoading();
        var _ = Thread.ofPlatform().daemon().name("early loading").start(loading::run);
        return loading;
    }

    /// Goes on with the parameters of the tools that most requests define.
    ///
    /// @param all the tools of the engine
    public void goOn(List<Tool<?>> all) {
        tools.complete(all);
    }

    /// Does not wait for tools any longer; the rest is loaded all the same.
    @Override
    public void close() {
        tools.complete(List.of());
    }

    /// In the order in which a session needs it.
    private void run() {
        String _ = ModelSizes.tableDate();
        boolean _ = Syscalls.available();
        var _ = DefaultAgent.rules();
        for (Tool<?> tool : tools.join()) {
            if (DefaultAgent.defines(tool.spec().id())) {
                var _ = JsonSchema.write(RecordShapes.of(tool.spec().parameters()));
            }
        }
    }

    /// Loads what the first command of the process needs, on a thread of its own. The first request
    /// does not need it.
    public static void loadBashGrammar() {
        if (GRAMMAR_LOADS.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("load bash grammar").start(() -> Script.read("true"));
        }
    }
}
