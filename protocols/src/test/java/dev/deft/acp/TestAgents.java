package dev.deft.acp;

import dev.deft.agent.config.Trust;
import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
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

/// An agent with a model that does what it is told.
final class TestAgents implements AgentChoices, AutoCloseable {

    private final Engine engine;
    private final Map<String, String> environment;
    private final Policy policy;

    TestAgents(Path home, Policy policy) throws IOException {
        this.environment =
                Map.of(
                        "DEFT_HOME",
                        home.toString(),
                        "PATH",
                        System.getenv("PATH"),
                        "HOME",
                        home.toString());
        this.policy = policy;
        this.engine = Engine.builder().environment(environment).build();
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
    public void checkKey() {}

    @Override
    public Chosen choose(Path root, Choice choice, Approver person) {
        AgentSpec base = AgentSpec.standard().policy(policy).loop(priced());
        return new Chosen(
                AgentCatalog.read(root, environment, Trust.UNKNOWN)
                        .spec(choice.agent().orElse("build"), base),
                new DirectedModel(),
                choice.model().orElse("test/directed"),
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
                TestAgents::price);
    }

    private static OptionalDouble price(Usage usage) {
        return OptionalDouble.of(usage.input() / 1_000_000.0);
    }

    @Override
    public List<String> models(Path root) {
        return List.of("test/directed", "test/other");
    }

    @Override
    public List<AgentDefinition> agents(Path root) {
        return AgentCatalog.read(root, environment, Trust.UNKNOWN).list().stream()
                .filter(it -> it.mode().forUsers())
                .toList();
    }

    @Override
    public void note(String text) {}

    @Override
    public void close() {
        engine.close();
    }
}
