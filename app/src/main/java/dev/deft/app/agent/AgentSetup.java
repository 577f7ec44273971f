package dev.deft.app.agent;

import dev.deft.agent.context.ProjectInstructions;
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
/// @param instructions names of files; in each directory the first one that is there counts
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
        LoopSettings loop,
        List<String> instructions) {

    public AgentSetup {
        further = List.copyOf(further);
        environment = Map.copyOf(environment);
        instructions = List.copyOf(instructions);
    }

    /// With the usual names of files with instructions.
    public AgentSetup(
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
        this(
                root,
                dialect,
                collection,
                policy,
                further,
                session,
                person,
                environment,
                prompt,
                loop,
                ProjectInstructions.NAMES);
    }

    public AgentSetup instructedBy(List<String> names) {
        return new AgentSetup(
                root,
                dialect,
                collection,
                policy,
                further,
                session,
                person,
                environment,
                prompt,
                loop,
                names);
    }
}
