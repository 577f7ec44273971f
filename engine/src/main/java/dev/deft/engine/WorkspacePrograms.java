package dev.deft.engine;

import dev.deft.agent.config.HookSettings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.session.SessionLog;
import dev.deft.engine.hook.RunHooks;
import dev.deft.engine.hook.SessionHooks;
import dev.deft.engine.program.ProgramTools;
import dev.deft.engine.program.SandboxedPrograms;
import dev.deft.engine.program.ToolDescription;
import dev.deft.policy.Policy;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.PipelineParts;
import dev.deft.schema.SchemaValidation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The tools of a workspace that are programs. Their files are read when a session opens; sessions
/// with the same ones share a registry.
final class WorkspacePrograms {

    private static final String TOOLS = "tools";

    private final Path root;
    private final Map<List<ToolDescription>, ToolRegistry> registries = new HashMap<>();
    private final Set<String> reported = new HashSet<>();

    WorkspacePrograms(Path root) {
        this.root = root;
    }

    /// The user's directory of tools.
    static Path ofUser(EngineParts engine) {
        return engine.user().config().resolve(TOOLS);
    }

    static SandboxedPrograms.UserPlaces places(EngineParts engine) {
        return new SandboxedPrograms.UserPlaces(
                engine.user().config(), engine.user().data(), ofUser(engine));
    }

    /// Whether there may be such tools.
    static boolean mayExist(EngineParts engine, Path root) {
        return engine.extensions().programs().isPresent()
                && ProgramTools.mayExist(root, ofUser(engine));
    }

    /// A pipeline that validates arguments against the schemas of such tools, if there are any.
    static PipelineParts validating(PipelineParts parts, EngineParts engine, Path root) {
        return mayExist(engine, root) ? parts.withForeign(SchemaValidation::problem) : parts;
    }

    /// The hooks of a session; none where programs are not used.
    static RunHooks hooks(
            EngineParts engine,
            Path root,
            SessionSetup setup,
            SessionLog log,
            Consumer<String> notices)
            throws IOException {
        if (engine.extensions().programs().isEmpty()) {
            return new RunHooks(Optional.empty());
        }
        HookSettings.TrustReader trust = () -> Trust.of(setup.policy(), root, engine.environment());
        HookSettings.Found found = HookSettings.read(root, engine.user().config(), trust);
        found.warnings().forEach(notices);
        if (found.list().isEmpty()) {
            return new RunHooks(Optional.empty());
        }
        Map<String, String> environment = Watchdogs.withoutSecrets(engine.environment());
        return new RunHooks(
                Optional.of(
                        new SessionHooks(
                                found.list(),
                                new SessionHooks.Place(root, environment, trust),
                                log.id(),
                                setup.agent().name(),
                                log.mask(),
                                notices)));
    }

    /// An engine with these tools.
    ///
    /// @param policy may say whether the workspace is trusted
    synchronized EngineParts in(EngineParts engine, Policy policy) throws IOException {
        if (registries.containsValue(engine.tools())) {
            // A sub-agent has the tools of its parent.
            return engine;
        }
        Set<String> taken = new HashSet<>();
        engine.tools().snapshot().tools().keySet().forEach(taken::add);
        ProgramTools read =
                ProgramTools.read(
                        root, ofUser(engine), Trust.of(policy, root, engine.environment()), taken);
        read.problems().stream().filter(reported::add).forEach(engine.notices());
        if (read.list().isEmpty()) {
            return engine;
        }
        return engine.with(
                registries.computeIfAbsent(
                        read.list(),
                        _ -> engine.extensions().programs().orElseThrow().apply(read)));
    }

    synchronized void close() {
        registries.values().forEach(ToolRegistry::close);
        registries.clear();
    }
}
