package dev.deft.engine;

import dev.deft.agent.loop.Repetition;
import dev.deft.agent.model.Model;
import dev.deft.agent.session.SessionLog;
import dev.deft.os.state.Sidecars;
import dev.deft.process.OsShells;
import dev.deft.run.Approver;
import dev.deft.run.CallEvents;
import dev.deft.run.SessionMemory;
import dev.deft.run.ToolRunner;
import java.util.Optional;

/// What an open session is made of.
///
/// @param agent with a policy whose rules are filled in
/// @param pipeline what its calls go through
/// @param files as its calls may see them
/// @param fleeting sidecars that go with the session
/// @param running what only a session needs that can run its agent
record SessionParts(
        AgentSpec agent,
        Kept kept,
        Permissions permissions,
        Pipeline pipeline,
        SessionFileAccess files,
        OsShells shells,
        Optional<Sidecars> fleeting,
        Optional<Running> running) {

    /// What is written down of a session, and what it remembers between calls.
    record Kept(SessionLog log, SessionMemory memory) {}

    SessionLog log() {
        return kept.log();
    }

    /// The pipeline of a session's calls, and what it tells.
    record Pipeline(ToolRunner runner, CallEvents events) {}

    /// What a session needs to run its agent.
    ///
    /// @param approver whether anybody can be asked
    record Running(Model model, RunEvents events, Repetition repetition, Approver approver) {}
}
