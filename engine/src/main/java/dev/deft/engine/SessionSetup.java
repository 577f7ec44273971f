package dev.deft.engine;

import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionId;
import dev.deft.policy.Policy;
import dev.deft.run.Approver;
import dev.deft.run.Gate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The description of a session to open.
///
/// @param id a session to continue or to start; empty for an unnamed one, which has no file until
///   it has an effect
/// @param model replaces that of the engine
/// @param approver decides about what the rules leave open
/// @param notices receives sentences for the user
/// @param gates in addition to those of the engine
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
