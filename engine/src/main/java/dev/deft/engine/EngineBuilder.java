package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.engine.observe.EngineObserver;
import dev.deft.engine.observe.RequestedTelemetry;
import dev.deft.engine.source.WorkspaceTools;
import dev.deft.engine.start.EarlyLoading;
import dev.deft.guard.Watchdog;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.CallEvent;
import dev.deft.run.Gate;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Builds an [Engine]. Everything is optional. Not thread-safe.
public final class EngineBuilder {

    private final List<Tool<?>> tools = new ArrayList<>();
    private final List<ToolSource> sources = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private final List<Consumer<CallEvent>> listeners = new ArrayList<>();
    private Map<String, String> environment = System.getenv();
    private InstantSource clock = InstantSource.system();
    private Optional<Watchdog> watchdog = Optional.empty();
    private Optional<Model> model = Optional.empty();
    private Optional<NamedModels> models = Optional.empty();
    private Consumer<String> notices = EngineBuilder::log;
    private Optional<Function<Path, SessionStore>> stores = Optional.empty();
    private Optional<Function<Path, ScheduleStore>> schedules = Optional.empty();
    private boolean plugins;
    private boolean programs;
    private Optional<WorkspaceTools> workspaceTools = Optional.empty();
    private Optional<EngineObserver> observer = Optional.empty();
    private boolean telemetry;
    private boolean eager;

    EngineBuilder() {}

    /// Sets the environment for configuration and commands, instead of that of the process.
    ///
    /// @param variables by name
    /// @return this
    public EngineBuilder environment(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /// Sets the model of agents that name none. The caller closes it, after the engine.
    ///
    /// @param usual the model
    /// @return this
    public EngineBuilder model(Model usual) {
        model = Optional.of(usual);
        return this;
    }

    /// Sets where agents get the models they name.
    ///
    /// @param named finds models by name
    /// @return this
    public EngineBuilder models(NamedModels named) {
        models = Optional.of(named);
        return this;
    }

    /// Adds tools to the built-in ones.
    ///
    /// @param more the tools
    /// @return this
    public EngineBuilder tools(Tool<?>... more) {
        tools.addAll(List.of(more));
        return this;
    }

    /// Adds a source of tools, which may appear and disappear while sessions are open. A tool whose
    /// id is taken is left out with a notice.
    ///
    /// @param source the source
    /// @return this
    public EngineBuilder tools(ToolSource source) {
        sources.add(source);
        return this;
    }

    /// Loads the jars in the user's plug-in directory too, as the command line does.
    ///
    /// @return this
    public EngineBuilder plugins() {
        plugins = true;
        return this;
    }

    /// Uses what is configured as programs too, as the command line does: the hooks and tools of
    /// the user, and those of workspaces that the user trusts.
    ///
    /// @return this
    public EngineBuilder programs() {
        programs = true;
        return this;
    }

    /// Sets which tools from elsewhere a workspace has, such as those of its MCP servers. They are
    /// opened with its first session and closed with the workspace.
    ///
    /// @param which is asked when a session opens
    /// @return this
    public EngineBuilder workspaceTools(WorkspaceTools which) {
        workspaceTools = Optional.of(which);
        return this;
    }

    /// Adds a gate for every call. It can deny calls and never allows one that another gate denies.
    ///
    /// @param gate is asked before each call, on the thread of the call
    /// @return this
    public EngineBuilder gate(Gate gate) {
        gates.add(gate);
        return this;
    }

    /// Sets a watchdog for every call, instead of the one an agent names.
    ///
    /// @param own is asked before each call, on the thread of the call
    /// @return this
    public EngineBuilder watchdog(Watchdog own) {
        watchdog = Optional.of(own);
        return this;
    }

    /// Adds a listener for the events of all calls, on a thread of its own. It cannot change a
    /// call.
    ///
    /// @param listener receives one event after the other
    /// @return this
    public EngineBuilder listener(Consumer<CallEvent> listener) {
        listeners.add(listener);
        return this;
    }

    /// Sets an observer of all sessions, such as for traces and metrics. The caller closes it,
    /// after the engine.
    ///
    /// @param other is told of runs, steps, requests, calls and commands on their threads
    /// @return this
    public EngineBuilder observer(EngineObserver other) {
        observer = Optional.of(other);
        return this;
    }

    /// Uses the observer on the class path too, as the command line does, if the environment asks
    /// for it with `DEFT_TELEMETRY=1`. The engine closes it.
    ///
    /// @return this
    public EngineBuilder telemetry() {
        telemetry = true;
        return this;
    }

    /// Sets the receiver of notices for the user, one sentence each. Without one they go to the
    /// log.
    ///
    /// @param receiver may be called on any thread
    /// @return this
    public EngineBuilder notices(Consumer<String> receiver) {
        notices = receiver;
        return this;
    }

    /// Sets where sessions are stored, instead of in files below the workspace.
    ///
    /// @param ofRoot the store of a workspace, by its root
    /// @return this
    public EngineBuilder store(Function<Path, SessionStore> ofRoot) {
        stores = Optional.of(ofRoot);
        return this;
    }

    /// Sets where scheduled jobs are stored, instead of in a file below the workspace.
    ///
    /// @param ofRoot the store of a workspace, by its root
    /// @return this
    public EngineBuilder schedules(Function<Path, ScheduleStore> ofRoot) {
        schedules = Optional.of(ofRoot);
        return this;
    }

    /// Sets the clock of logs and results.
    ///
    /// @param other replaces the system clock
    /// @return this
    public EngineBuilder clock(InstantSource other) {
        clock = other;
        return this;
    }

    /// Loads what the first session of the process needs on threads of its own, while the engine is
    /// built and the session is prepared: for programs that open one at once. It takes no less
    /// work, but less time.
    ///
    /// @return this
    public EngineBuilder eager() {
        eager = true;
        return this;
    }

    /// Builds the engine. It does not touch any workspace yet.
    ///
    /// @return the engine, to be closed by the caller
    /// @throws IllegalArgumentException if two tools have the same id, or the settings of telemetry
    ///   are wrong
    /// @throws IOException if the plug-ins cannot be read
    public Engine build() throws IOException {
        if (!eager) {
            return engine(_ -> {});
        }
        try (var early = EarlyLoading.begin()) {
            return engine(early::goOn);
        }
    }

    /// @param known gets all tools as soon as they are known
    private Engine engine(Consumer<List<Tool<?>>> known) throws IOException {
        List<ToolSource> all = new ArrayList<>(sources);
        if (plugins) {
            all.add(Registries.plugins(environment, notices));
        }
        ToolRegistry registry = registry(all, List.of());
        known.accept(registry.list());
        Optional<EngineObserver> found =
                telemetry && observer.isEmpty()
                        ? RequestedTelemetry.find(environment, notices)
                        : Optional.empty();
        return new Engine(
                found,
                new EngineParts(
                        environment,
                        clock,
                        registry,
                        new EngineParts.Extensions(
                                gates,
                                listeners,
                                watchdog,
                                programs,
                                workspaceTools,
                                more -> registry(all, more),
                                found.or(() -> observer)),
                        new EngineParts.ModelChoice(model, models),
                        new EngineParts.Stores(stores, schedules),
                        notices));
    }

    private ToolRegistry registry(List<ToolSource> all, List<ToolSource> more) {
        var registry = Registries.of(clock, environment, notices);
        registry.registerMany(tools);
        all.forEach(registry::add);
        more.forEach(registry::add);
        return registry;
    }

    private static void log(String notice) {
        System.getLogger("dev.deft").log(System.Logger.Level.WARNING, notice);
    }
}
