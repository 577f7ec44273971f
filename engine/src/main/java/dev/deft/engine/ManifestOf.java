package dev.deft.engine;

import dev.deft.policy.AgentManifest;
import dev.deft.policy.Policy;
import dev.deft.run.Dialect;
import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.function.Supplier;

/// Makes the manifest of an agent when a watchdog asks for it; most never do.
record ManifestOf(String name, Policy policy, Dialect dialect) implements Supplier<AgentManifest> {

    @Override
    public AgentManifest get() {
        return new AgentManifest(
                name,
                policy.requires().orElse(RequirementSet.EVERYTHING),
                policy.rules().orElse(List.of()),
                dialect.tools().stream().map(it -> it.spec().id()).distinct().toList());
    }
}
