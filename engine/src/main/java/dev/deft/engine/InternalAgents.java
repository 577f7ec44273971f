package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.context.Compaction;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentDefinitions;
import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Model;
import dev.deft.agent.reflection.SessionTitle;
import java.io.IOException;
import java.util.Optional;

/// The agents that Deft itself uses in a session: `compact` and `title`, as the user defines them.
record InternalAgents(
        EngineParts engine, SharedRoot shared, SessionParts parts, SessionParts.Running run) {

    /// Who sums the conversation up; read when it is needed.
    ///
    /// @param usual the model of the session
    Compaction compaction(Model usual) {
        AgentDefinition compact = definition(BuiltInAgents.COMPACT);
        return new Compaction(
                model(compact.name(), compact.model(), usual),
                compact.prompt().orElseGet(() -> builtIn(BuiltInAgents.COMPACT)));
    }

    /// Names a session that has had no message yet, if its settings want it and somebody takes
    /// part.
    Optional<SessionTitle> title() {
        LoopSettings.Titles titles = parts.agent().loop().titles();
        if (!titles.wanted() || !run.approver().present() || parts.log().turn() > 0) {
            return Optional.empty();
        }
        AgentDefinition title = definition(BuiltInAgents.TITLE);
        return Optional.of(
                new SessionTitle(
                        model(title.name(), title.model().or(titles::model), run.model()),
                        title.prompt().orElseGet(() -> builtIn(BuiltInAgents.TITLE)),
                        parts.log(),
                        run.events()));
    }

    private static String builtIn(String name) {
        return BuiltInAgents.of(name).prompt().orElseThrow();
    }

    private AgentDefinition definition(String name) {
        if (!AgentDefinitions.areAny(shared.root(), engine.environment())) {
            return BuiltInAgents.of(name);
        }
        return AgentCatalog.read(shared.root(), engine.environment(), trust())
                .find(name)
                .orElseGet(() -> BuiltInAgents.of(name));
    }

    private Trust trust() {
        try {
            return Trust.of(parts.agent().grants().policy(), shared.root(), engine.environment());
        } catch (IOException _) {
            // What is wrong with the user's entry was said when the session opened.
            return Trust.UNKNOWN;
        }
    }

    /// The model of an agent, or that of the session.
    private Model model(String agent, Optional<String> name, Model usual) {
        Optional<NamedModels> named = engine.models().named();
        if (name.isEmpty() || named.isEmpty()) {
            return usual;
        }
        try {
            return named.get().find(name.get());
        } catch (IOException e) {
            run.events()
                    .accept(
                            new RunEvent.Warning(
                                    "The agent %s uses the model of the session: %s"
                                            .formatted(agent, e.getMessage())));
            return usual;
        }
    }
}
