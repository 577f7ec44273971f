package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/// An agent at work in a workspace of its own, as tests want it: in a session called `test`.
record AgentSession(
        Engine engine, Workspace workspace, Session session, Consumer<RunEvent> listener)
        implements AutoCloseable {

    /// What an agent is asked to be.
    record Setup(Path root, AgentSpec agent, Approver approver) {

        Map<String, String> environment() {
            return Map.of(
                    "DEFT_HOME", root.resolve(".home").toString(), "PATH", System.getenv("PATH"));
        }
    }

    static AgentSession open(Setup setup, Model model, Consumer<RunEvent> listener)
            throws IOException {
        Engine engine = Engine.builder().environment(setup.environment()).model(model).build();
        Workspace workspace = engine.workspace(setup.root());
        Session session =
                workspace
                        .session()
                        .agent(setup.agent())
                        .approver(setup.approver())
                        .id("test")
                        .open();
        return new AgentSession(engine, workspace, session, listener);
    }

    RunOutcome run(Message.User message) {
        return session.run(message, listener);
    }

    @Override
    public void close() throws IOException {
        try (engine;
                workspace;
                session) {
            // Nothing but the closing.
        }
    }
}
