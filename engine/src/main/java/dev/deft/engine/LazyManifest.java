package dev.deft.engine;

import dev.deft.policy.AgentManifest;
import dev.deft.policy.Policy;
import dev.deft.policy.RequirementBounds;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Builds the manifest of an agent when a watchdog asks for it; most never do.
record LazyManifest(AgentSpec agent, Policy policy, Dialect dialect)
        implements Supplier<AgentManifest> {

    @Override
    public AgentManifest get() {
        return new AgentManifest(
                agent.name(),
                effective(agent, dialect),
                policy.rules().orElse(List.of()),
                dialect.tools().stream().map(it -> it.spec().id()).distinct().toList());
    }

    /// The requirements of an agent: its own and those of its tools, within the ceiling of its
    /// policy.
    static RequirementSet effective(AgentSpec agent, Dialect dialect) {
        RequirementSet all = agent.grants().requires();
        for (DialectTool tool : dialect.tools()) {
            all = all.plus(tool.spec().requires());
        }
        Optional<RequirementSet> ceiling = agent.grants().policy().requires();
        return ceiling.isPresent() ? RequirementBounds.within(all, ceiling.get()) : all;
    }
}
