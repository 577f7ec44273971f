package dev.deft.server.console;

import dev.deft.agent.config.Trust;
import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// The usual agents, with a model that obeys.
///
/// @param gates where the model looks for files that let it speak
record ObedientAgents(Engine engine, Map<String, String> environment, Path gates)
        implements AgentChoices {

    private static final String MODEL = "anthropic/claude-sonnet-4-5";

    ObedientAgents {
        environment = Map.copyOf(environment);
    }

    @Override
    public Chosen choose(Path root, Choice choice, Approver person) {
        String model = choice.model().orElse(MODEL);
        AgentSpec base = AgentSpec.standard().policy(Policy.unspecified()).loop(priced());
        return new Chosen(
                AgentCatalog.read(root, environment, Trust.UNKNOWN)
                        .spec(choice.agent().orElse("build"), base),
                new ObedientModel(gates, model),
                model,
                person,
                List.of(),
                List.of());
    }

    private static LoopSettings priced() {
        return new LoopSettings(
                "build",
                LoopSettings.MAX_STEPS,
                ContextLimits.of(200_000, 8_000),
                Prompt.Sampling.UNSET,
                AgentSpec.standard().loop().budget(),
                it -> OptionalDouble.of((3.0 * it.input() + 15.0 * it.output()) / 1_000_000));
    }

    @Override
    public void checkKey() {
        // It needs none.
    }

    @Override
    public List<String> models(Path root) {
        return List.of(MODEL, "openai/gpt-5.1");
    }

    @Override
    public List<AgentDefinition> agents(Path root) throws IOException {
        return AgentCatalog.read(root, environment, Trust.UNKNOWN).list().stream()
                .filter(it -> it.mode().forUsers())
                .toList();
    }

    @Override
    public void note(String text) {
        throw new AssertionError(text);
    }
}
