package dev.deft.engine;

import dev.deft.agent.loop.Repetition;
import dev.deft.agent.loop.RunBudget;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.TurnCount;
import dev.deft.engine.hook.RunHooks;
import dev.deft.engine.plan.PlanApproval;
import dev.deft.engine.session.RunEvents;
import dev.deft.engine.session.SessionInstances;
import dev.deft.engine.subagent.RunningChildren;
import dev.deft.os.state.Sidecars;
import dev.deft.process.OsShells;
import dev.deft.run.Approver;
import dev.deft.run.CallEvents;
import dev.deft.run.ToolRunner;
import java.util.Optional;

/// The parts of an open session.
///
/// @param agent with the rules of its policy filled in
/// @param pipeline runs its calls
/// @param files the files that its calls may access
/// @param temporarySidecars sidecars to remove with the session
/// @param approval whether the user approved a plan of the agent
/// @param running present if the session can run its agent
/// @param children its sub-agents
/// @param hooks the programs told of its events
record SessionParts(
        AgentSpec agent,
        Storage kept,
        Permissions permissions,
        Pipeline pipeline,
        SessionFileAccess files,
        OsShells shells,
        SessionInstances instances,
        Optional<Sidecars> temporarySidecars,
        PlanApproval approval,
        Optional<Running> running,
        RunningChildren children,
        RunHooks hooks) {

    /// The log of a session and the values it stores between calls.
    ///
    /// @param turns shared with the log
    record Storage(SessionWriter writer, TurnCount turns, SessionLog log, SessionValues memory) {}

    SessionLog log() {
        return kept.log();
    }

    /// The call pipeline of a session and its events.
    ///
    /// @param observation who observes it
    record Pipeline(ToolRunner runner, CallEvents events, SessionObservation observation) {}

    /// What a session needs to run its agent.
    ///
    /// @param approver answers questions, if anybody does
    /// @param budget what its runs may use, together with the sessions it starts
    record Running(
            Model model,
            RunEvents events,
            Repetition repetition,
            Approver approver,
            RunBudget budget) {}
}
