package dev.deft.engine;

import dev.deft.agent.config.HookSettings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.session.SessionLog;
import dev.deft.engine.hook.RunHooks;
import dev.deft.engine.hook.SessionHooks;
import dev.deft.engine.program.ProgramTools;
import dev.deft.engine.program.SandboxedPrograms;
import dev.deft.engine.program.ToolDescription;
import dev.deft.engine.source.OpenTools;
import dev.deft.engine.source.OpenableTools;
import dev.deft.engine.source.WorkspaceTools;
import dev.deft.policy.Policy;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.PipelineParts;
import dev.deft.schema.SchemaValidation;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The registries of the sessions of a workspace: the tools of the engine, those that are programs
/// here, those from elsewhere, and those of one session. What there is is read when a session
/// opens; sessions with the same tools share a registry.
final class WorkspaceRegistries {

    private static final String TOOLS = "tools";

    private final Path root;
    private final Map<Contents, ToolRegistry> registries = new HashMap<>();
    private final Map<OpenableTools, OpenTools> opened = new HashMap<>();
    private final Set<ToolRegistry> ofOneSession =
            Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> reported = new HashSet<>();

    WorkspaceRegistries(Path root) {
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

    /// What a registry has beside the tools of the engine.
    private record Contents(List<ToolDescription> programs, Optional<OpenableTools> elsewhere) {}

    private static boolean mayHavePrograms(EngineParts engine, Path root) {
        return engine.extensions().programs() && ProgramTools.mayExist(root, ofUser(engine));
    }

    /// Whether a session may have more tools than the engine.
    static boolean mayDiffer(EngineParts engine, Path root, List<ToolSource> ofSession) {
        return !ofSession.isEmpty()
                || engine.extensions().workspaceTools().isPresent()
                || mayHavePrograms(engine, root);
    }

    /// A pipeline that validates arguments against the schemas of programs, if there are any.
    static PipelineParts validating(PipelineParts parts, EngineParts engine, Path root) {
        return mayHavePrograms(engine, root) ? parts.withForeign(SchemaValidation::problem) : parts;
    }

    /// The hooks of a session; none where programs are not used.
    static RunHooks hooks(
            EngineParts engine,
            Path root,
            SessionSetup setup,
            SessionLog log,
            Consumer<String> notices)
            throws IOException {
        if (!engine.extensions().programs()) {
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

    /// An engine with the tools of a session.
    ///
    /// @param policy may say whether the workspace is trusted
    /// @param dialect of the session
    /// @param ofSession sources that only this session has
    synchronized EngineParts in(
            EngineParts engine, Policy policy, String dialect, List<ToolSource> ofSession)
            throws IOException {
        if (registries.containsValue(engine.tools()) || ofOneSession.contains(engine.tools())) {
            // A sub-agent has the tools of its parent.
            return engine;
        }
        ProgramTools programs = programs(engine, policy);
        Optional<OpenableTools> elsewhere = elsewhere(engine, policy, dialect);
        if (!ofSession.isEmpty()) {
            ToolRegistry own = registry(engine, programs, elsewhere, ofSession);
            ofOneSession.add(own);
            return engine.with(own);
        }
        if (programs.list().isEmpty() && elsewhere.isEmpty()) {
            return engine;
        }
        return engine.with(
                registries.computeIfAbsent(
                        new Contents(programs.list(), elsewhere),
                        _ -> registry(engine, programs, elsewhere, List.of())));
    }

    private ProgramTools programs(EngineParts engine, Policy policy) throws IOException {
        if (!mayHavePrograms(engine, root)) {
            return new ProgramTools(List.of(), List.of());
        }
        Set<String> taken = new HashSet<>(engine.tools().snapshot().tools().keySet());
        ProgramTools read =
                ProgramTools.read(
                        root, ofUser(engine), Trust.of(policy, root, engine.environment()), taken);
        read.problems().stream().filter(reported::add).forEach(engine.notices());
        return read;
    }

    private Optional<OpenableTools> elsewhere(EngineParts engine, Policy policy, String dialect)
            throws IOException {
        Optional<WorkspaceTools> which = engine.extensions().workspaceTools();
        return which.isEmpty()
                ? Optional.empty()
                : which.get()
                        .of(
                                new WorkspaceTools.Place(
                                        root,
                                        engine.environment(),
                                        dialect,
                                        () -> Trust.of(policy, root, engine.environment()),
                                        it -> {
                                            if (reported.add(it)) {
                                                engine.notices().accept(it);
                                            }
                                        }));
    }

    private ToolRegistry registry(
            EngineParts engine,
            ProgramTools programs,
            Optional<OpenableTools> elsewhere,
            List<ToolSource> ofSession) {
        List<ToolSource> more = new ArrayList<>();
        if (!programs.list().isEmpty()) {
            more.add(programs);
        }
        elsewhere.ifPresent(it -> more.add(opened.computeIfAbsent(it, OpenableTools::open)));
        more.addAll(ofSession);
        return engine.extensions().registries().apply(more);
    }

    /// Forgets the registry of a session that had tools of its own.
    synchronized void release(ToolRegistry registry) {
        if (ofOneSession.remove(registry)) {
            registry.close();
        }
    }

    void close() {
        List<OpenTools> sources;
        synchronized (this) {
            registries.values().forEach(ToolRegistry::close);
            registries.clear();
            ofOneSession.forEach(ToolRegistry::close);
            ofOneSession.clear();
            sources = List.copyOf(opened.values());
            opened.clear();
        }
        sources.forEach(OpenTools::close);
    }
}
