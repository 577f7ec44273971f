package dev.deft.server;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Agents that ask one model, which the test made.
final class FixtureAgents implements AgentChoices {

    private final Engine engine;
    private final Map<String, String> environment;
    private final Model model;
    private final UnaryOperator<AgentSpec> agent;

    FixtureAgents(
            Engine engine,
            Map<String, String> environment,
            Model model,
            UnaryOperator<AgentSpec> agent) {
        this.engine = engine;
        this.environment = environment;
        this.model = model;
        this.agent = agent;
    }

    @Override
    public Engine engine() {
        return engine;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Chosen choose(Path root, Choice choice, Approver person) throws IOException {
        return new Chosen(
                callAgent(root, choice.agent()),
                new Shared(model),
                choice.model().orElse(model.name()),
                person,
                List.of(),
                List.of());
    }

    @Override
    public AgentSpec callAgent(Path root, Optional<String> name) throws IOException {
        return AgentCatalog.read(root, environment, Trust.UNKNOWN)
                .spec(name.orElse("build"), agent.apply(AgentSpec.standard()));
    }

    @Override
    public void checkKey() {}

    @Override
    public List<String> models(Path root) {
        return List.of(model.name());
    }

    @Override
    public List<AgentDefinition> agents(Path root) throws IOException {
        return AgentCatalog.read(root, environment, Trust.UNKNOWN).list();
    }

    @Override
    public void note(String text) {}

    /// Sessions close their models; this one is for all of them.
    private record Shared(Model model) implements Model {

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException {
            return model.ask(prompt, listener);
        }

        @Override
        public void close() {}
    }
}
