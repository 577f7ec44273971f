package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionStore;
import dev.deft.codec.JsonText;
import dev.deft.guard.Watchdog;
import dev.deft.run.CallEvent;
import dev.deft.run.Gate;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSource;
import dev.deft.tools.BuiltinTools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Builds an [Engine]. Everything is optional; for one thread.
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
    private Consumer<String> notices = Notices::log;
    private Optional<Function<Path, SessionStore>> stores = Optional.empty();
    private boolean plugins;

    EngineBuilder() {}

    /// The environment that configuration and commands see, instead of that of the process.
    public EngineBuilder environment(Map<String, String> variables) {
        environment = Map.copyOf(variables);
        return this;
    }

    /// The model of agents that name none. Whoever made it closes it, after the engine.
    public EngineBuilder model(Model usual) {
        model = Optional.of(usual);
        return this;
    }

    /// Where agents that name a model get it from.
    public EngineBuilder models(NamedModels named) {
        models = Optional.of(named);
        return this;
    }

    /// Further tools beside the built-in ones.
    public EngineBuilder tools(Tool<?>... more) {
        tools.addAll(List.of(more));
        return this;
    }

    /// A further source of tools, which may come and go while sessions live. A tool whose id is
    /// taken is left out, and a notice says so.
    public EngineBuilder tools(ToolSource source) {
        sources.add(source);
        return this;
    }

    /// Also loads the jars in the user's own directory for plug-ins, as the command line does.
    public EngineBuilder plugins() {
        plugins = true;
        return this;
    }

    /// A further gate for every call. It can only narrow.
    public EngineBuilder gate(Gate gate) {
        gates.add(gate);
        return this;
    }

    /// A watchdog for every call, instead of the one an agent names.
    public EngineBuilder watchdog(Watchdog own) {
        watchdog = Optional.of(own);
        return this;
    }

    /// Is told what becomes of every call, on a thread of its own.
    public EngineBuilder listener(Consumer<CallEvent> listener) {
        listeners.add(listener);
        return this;
    }

    /// Is told, in a sentence each, what a person should know; without one it goes to the log.
    public EngineBuilder notices(Consumer<String> told) {
        notices = told;
        return this;
    }

    /// Where the sessions of a root are recorded, instead of in files below `.deft` of the root.
    public EngineBuilder store(Function<Path, SessionStore> ofRoot) {
        stores = Optional.of(ofRoot);
        return this;
    }

    /// The clock of logs and results.
    public EngineBuilder clock(InstantSource other) {
        clock = other;
        return this;
    }

    /// Builds it. Nothing of a workspace is touched yet.
    ///
    /// @throws IllegalArgumentException when two tools have the same id
    /// @throws IOException when the plug-ins cannot be read
    public Engine build() throws IOException {
        var registry = Registries.of(BuiltinTools.all(clock, new JsonText()), notices);
        registry.registerMany(tools);
        sources.forEach(registry::add);
        if (plugins) {
            Registries.addPlugins(registry, environment, notices);
        }
        return new Engine(
                new EngineParts(
                        environment,
                        clock,
                        registry,
                        new EngineParts.Extensions(gates, listeners, watchdog),
                        new EngineParts.ModelChoice(model, models),
                        stores,
                        notices));
    }
}
