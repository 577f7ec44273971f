package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.dialect.Dialects;
import dev.deft.guard.CallQuota;
import dev.deft.policy.ToolLimits;
import dev.deft.registry.Dialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Gate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The limits of a session's calls: those of its agent, lowered by `agent.json` of the user and of
/// the workspace.
///
/// @param warnings about these files
record CallLimits(ToolLimits limits, List<String> warnings) {

    static CallLimits of(EngineParts engine, Path root, AgentSpec agent) throws IOException {
        Optional<Configuration> read =
                Configuration.ofLimits(root, engine.environment(), agent.toolset().dialect());
        return read.isPresent()
                ? new CallLimits(
                        read.get().settings().limits().lowered(agent.limits()),
                        read.get().callWarnings())
                : new CallLimits(agent.limits(), List.of());
    }

    /// Warnings for the user, one sentence each.
    List<String> problems(ToolRegistry tools) {
        if (limits.isNone()) {
            return warnings;
        }
        List<String> problems = new ArrayList<>(warnings);
        List<String> ids = tools.list().stream().map(it -> it.spec().id()).toList();
        problems.addAll(limits.mistakes(ids));
        return problems;
    }

    Dialect over(Dialect dialect) {
        return limits.isNone() ? dialect : Dialects.limited(dialect, limits);
    }

    /// The gate that counts calls, if they are limited. It is the last one, so that denied calls do
    /// not count.
    List<Gate> gates() {
        return limits.boundsCalls() ? List.of(new CallQuota(limits)) : List.of();
    }
}
