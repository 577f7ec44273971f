package dev.deft.engine.session;

import dev.deft.agent.config.Trust;
import dev.deft.agent.context.Compaction;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentDefinitions;
import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Model;
import dev.deft.agent.reflection.SessionTitle;
import dev.deft.agent.session.SessionLog;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The agents that Deft itself uses in a session: `compact` and `title`, as the user defines them.
///
/// @param root the workspace
/// @param policy of the session, which may trust the workspace
/// @param named finds the models that agents name
public record InternalAgents(
        Path root,
        Map<String, String> environment,
        Policy policy,
        Optional<ModelFinder> named,
        SessionLog log,
        RunEvents events) {

    /// Finds a model by its name.
    @FunctionalInterface
    public interface ModelFinder {

        Model find(String name) throws IOException;
    }

    /// Who sums the conversation up; read when it is needed.
    ///
    /// @param usual the model of the session
    public Compaction compaction(Model usual) {
        AgentDefinition compact = definition(BuiltInAgents.COMPACT);
        return new Compaction(
                model(compact.name(), compact.model(), usual),
                compact.prompt().orElseGet(() -> builtIn(BuiltInAgents.COMPACT)));
    }

    /// Names a session that has had no message yet.
    ///
    /// @param usual the model of the session
    public Optional<SessionTitle> title(LoopSettings.Titles titles, Model usual) {
        if (!titles.wanted() || log.turn() > 0) {
            return Optional.empty();
        }
        AgentDefinition title = definition(BuiltInAgents.TITLE);
        return Optional.of(
                new SessionTitle(
                        model(title.name(), title.model().or(titles::model), usual),
                        title.prompt().orElseGet(() -> builtIn(BuiltInAgents.TITLE)),
                        log,
                        events));
    }

    private static String builtIn(String name) {
        return BuiltInAgents.of(name).prompt().orElseThrow();
    }

    private AgentDefinition definition(String name) {
        if (!AgentDefinitions.areAny(root, environment)) {
            return BuiltInAgents.of(name);
        }
        return AgentDefinitions.read(root, environment, trust(), Set.of()).list().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseGet(() -> BuiltInAgents.of(name));
    }

    private Trust trust() {
        try {
            return Trust.of(policy, root, environment);
        } catch (IOException _) {
            // What is wrong with the user's entry was said when the session opened.
            return Trust.UNKNOWN;
        }
    }

    /// The model of an agent, or that of the session.
    private Model model(String agent, Optional<String> name, Model usual) {
        if (name.isEmpty() || named.isEmpty()) {
            return usual;
        }
        try {
            return named.get().find(name.get());
        } catch (IOException e) {
            events.accept(
                    new RunEvent.Warning(
                            "The agent %s uses the model of the session: %s"
                                    .formatted(agent, e.getMessage())));
            return usual;
        }
    }
}
