package dev.deft.engine;

import dev.deft.agent.config.ModelSizes;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.kernel.Syscalls;
import dev.deft.registry.ToolRegistry;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import dev.deft.script.Script;
import dev.deft.tool.Tool;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Loads what a process loads once and its first session needs, beside the thread that builds the
/// engine, reads the configuration and opens the session. Whoever needs one of these things sooner
/// waits for it, or computes it too.
final class EarlyLoading {

    private EarlyLoading() {}

    /// Starts with what needs no engine, in the order in which a session needs it.
    static void begin() {
        start(() -> {
            String _ = ModelSizes.tableDate();
            boolean _ = Syscalls.available();
            loadDigests();
            var _ = DefaultAgent.rules();
        });
    }

    /// Goes on with the parameters of the tools that most requests define.
    static void goOn(ToolRegistry tools) {
        start(() -> {
            for (Tool<?> tool : tools.list()) {
                if (DefaultAgent.defines(tool.spec().id())) {
                    var _ = JsonSchema.write(RecordShapes.of(tool.spec().parameters()));
                }
            }
            var _ = Script.read("true");
        });
    }

    private static void start(Runnable loading) {
        var _ = Thread.ofPlatform().daemon().name("early loading").start(loading);
    }

    /// The first digest loads the providers of the JDK.
    private static void loadDigests() {
        try {
            var _ = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
