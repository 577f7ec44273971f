package dev.deft.app.agent;

import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.session.SessionId;
import dev.deft.guard.Policy;
import dev.deft.guard.Rule;
import dev.deft.run.Person;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an agent is asked to be.
///
/// @param session one to continue or to start; else a new one
/// @param further rules beyond those of the policy
/// @param prompt what it is told about itself, instead of the usual
public record AgentSetup(
        Path root,
        String dialect,
        Optional<String> collection,
        Policy policy,
        List<Rule> further,
        Optional<SessionId> session,
        Person person,
        Map<String, String> environment,
        Optional<String> prompt,
        LoopSettings loop) {

    public AgentSetup {
        further = List.copyOf(further);
        environment = Map.copyOf(environment);
    }
}
