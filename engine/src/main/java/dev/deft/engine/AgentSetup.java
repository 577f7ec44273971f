package dev.deft.engine;

import dev.deft.agent.context.ProjectInstructions;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.run.Approver;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What an agent is asked to be.
///
/// @param session one to continue or to start; else a new one
public record AgentSetup(
        Path root,
        Map<String, String> environment,
        String dialect,
        Optional<String> collection,
        Optional<SessionId> session,
        Leave leave,
        Told told,
        LoopSettings loop) {

    public AgentSetup {
        environment = Map.copyOf(environment);
    }

    /// What it may do.
    ///
    /// @param further rules beyond those of the policy
    /// @param person who is asked about the rest
    public record Leave(Policy policy, List<Rule> further, Approver person) {

        public Leave {
            further = List.copyOf(further);
        }

        /// What the default agent may, and these rules; nobody is asked.
        public static Leave of(List<Rule> further) {
            return new Leave(PolicyFile.read(Json.Obj.EMPTY), further, Approver.NOBODY);
        }
    }

    /// What it is told besides what people say to it.
    ///
    /// @param prompt about itself, instead of the usual
    /// @param instructions names of files; in each directory the first one that is there counts
    public record Told(Optional<String> prompt, List<String> instructions) {

        public static final Told USUAL = new Told(Optional.empty(), ProjectInstructions.NAMES);

        public Told {
            instructions = List.copyOf(instructions);
        }
    }
}
