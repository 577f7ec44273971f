package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What a session is asked to be.
///
/// @param id a session to continue or to start; else it is a passing one, without a file until it
///   leaves a trace
/// @param model instead of that of the engine
/// @param approver is asked about what the rules leave open
/// @param notices is told what a person should know
/// @param gates beyond those of the engine
record SessionSetup(
        AgentSpec agent,
        Optional<SessionId> id,
        Optional<Model> model,
        Approver approver,
        Consumer<String> notices,
        List<Gate> gates) {

    SessionSetup {
        gates = List.copyOf(gates);
    }

    Policy policy() {
        return agent.grants().policy();
    }
}
