package dev.deft.engine;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Model;
import dev.deft.agent.schedule.FileScheduleStore;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.engine.observe.EngineObserver;
import dev.deft.engine.source.WorkspaceTools;
import dev.deft.guard.Watchdog;
import dev.deft.os.OsFileLocks;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.CallEvent;
import dev.deft.run.Gate;
import dev.deft.tool.ToolSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The parts of an engine.
///
/// @param environment of the process
/// @param stores where the sessions and schedules of a root are stored
/// @param notices receives sentences for the user, such as that a change cannot be undone
record EngineParts(
        Map<String, String> environment,
        InstantSource clock,
        ToolRegistry tools,
        Extensions extensions,
        ModelChoice models,
        Stores stores,
        Consumer<String> notices) {

    /// What a program adds to every session.
    ///
    /// @param gates run after the standard ones
    /// @param listeners receive the events of calls
    /// @param watchdog replaces the one an agent names
    /// @param programs whether programs of the user and of trusted workspaces are used
    /// @param workspaceTools which tools from elsewhere a workspace has
    /// @param registries makes a registry with more tools
    /// @param observer is told of everything
    record Extensions(
            List<Gate> gates,
            List<Consumer<CallEvent>> listeners,
            Optional<Watchdog> watchdog,
            boolean programs,
            Optional<WorkspaceTools> workspaceTools,
            Function<List<ToolSource>, ToolRegistry> registries,
            Optional<EngineObserver> observer) {

        Extensions {
            gates = List.copyOf(gates);
            listeners = List.copyOf(listeners);
        }
    }

    /// Where a root has its sessions and its schedules, if not in files.
    record Stores(
            Optional<Function<Path, SessionStore>> sessions,
            Optional<Function<Path, ScheduleStore>> schedules) {}

    /// The models of an engine.
    ///
    /// @param usual for agents that name none
    /// @param named finds a model by name, such as `anthropic/claude-sonnet-5`
    record ModelChoice(Optional<Model> usual, Optional<NamedModels> named) {

        /// Whether there is a model for an agent: one that it names, or the usual one.
        boolean has(AgentSpec agent) {
            return usual.isPresent() || (named.isPresent() && agent.model().isPresent());
        }

        /// The model of an agent.
        ///
        /// @throws IllegalStateException if the engine has none for it
        Model of(AgentSpec agent) throws IOException {
            if (agent.model().isPresent()) {
                return named.orElseThrow(() ->
                                new IllegalStateException(
                                        "the agent %s names the model %s; give the engine models(…) to find it"
                                                .formatted(agent.name(), agent.model().get())))
                        .find(agent.model().get());
            }
            return usual.orElseThrow(() ->
                    new IllegalStateException(
                            "there is no model for the agent %s; give the engine one with model(…)"
                                    .formatted(agent.name())));
        }
    }

    /// The same parts with other tools.
    EngineParts with(ToolRegistry other) {
        return new EngineParts(environment, clock, other, extensions, models, stores, notices);
    }

    /// The session store of a root: files, unless the program set another one.
    SessionStore store(Path root) {
        return stores.sessions().isPresent()
                ? stores.sessions().get().apply(root)
                : SessionFiles.store(root, environment, clock, notices);
    }

    /// The schedules of a root: files, unless the program set another store.
    ScheduleStore schedules(Path root) {
        return stores.schedules().isPresent()
                ? stores.schedules().get().apply(root)
                : new FileScheduleStore(root, user().data(), new OsFileLocks(), clock, notices);
    }

    /// The name of the user, from the operating system.
    Optional<String> userName() {
        for (String name : List.of("USER", "LOGNAME", "USERNAME")) {
            String user = environment.getOrDefault(name, "");
            if (!user.isEmpty()) {
                return Optional.of(user);
            }
        }
        return Optional.empty();
    }

    UserDirectories user() {
        return UserDirectories.from(environment);
    }
}
