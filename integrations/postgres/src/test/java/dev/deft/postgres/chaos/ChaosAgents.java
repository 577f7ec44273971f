package dev.deft.postgres.chaos;

import dev.deft.agent.definition.AgentDefinition;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One agent that may do everything.
record ChaosAgents(Engine engine, Map<String, String> environment) implements AgentChoices {

    @Override
    public Chosen choose(Path root, Choice choice, Approver person) {
        return new Chosen(
                AgentSpec.standard().policy(Policy.allowAll()),
                new ChaosModel(),
                "test/chaos",
                Approver.HEADLESS,
                List.of(),
                List.of());
    }

    @Override
    public void checkKey() {}

    @Override
    public List<String> models(Path root) {
        return List.of("test/chaos");
    }

    @Override
    public List<AgentDefinition> agents(Path root) {
        return List.of();
    }

    @Override
    public void note(String text) {}
}
