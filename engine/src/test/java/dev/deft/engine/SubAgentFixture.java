package dev.deft.engine;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionParent;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// What tests of sub-agents need: a workspace, a scripted model for each task, and runs.
abstract class SubAgentFixture {

    final TaskModels models = new TaskModels();
    final List<RunEvent> events = new CopyOnWriteArrayList<>();
    @TempDir Path root;

    @BeforeEach
    void aFile() throws IOException {
        Files.writeString(root.resolve("notes.txt"), "the answer is 42\n");
    }

    Map<String, String> environment() {
        return Map.of("DEFT_HOME", root.resolve(".home").toString(), "PATH", System.getenv("PATH"));
    }

    static Map<String, Object> task(String agent, String prompt) {
        return Map.of("subagent_type", agent, "prompt", prompt);
    }

    RunOutcome run(AgentSpec agent, String message) throws IOException {
        return run(agent, message, it -> {});
    }

    /// What else a test wants of the session `main`.
    interface More {

        void on(SessionBuilder session);
    }

    RunOutcome run(AgentSpec agent, String message, More more) throws IOException {
        try (Engine engine = Engine.builder().environment(environment()).model(models).build();
                Workspace workspace = engine.workspace(root)) {
            SessionBuilder builder = workspace.session().agent(agent).id("main");
            more.on(builder);
            try (Session session = builder.open()) {
                return session.run(message, events::add);
            }
        }
    }

    /// The sessions that have a parent, by the first message.
    List<SessionParent> children() throws IOException {
        List<SessionParent> all = new ArrayList<>();
        try (Engine engine = Engine.builder().environment(environment()).build();
                Workspace workspace = engine.workspace(root)) {
            for (String id : workspace.sessions().ids()) {
                for (Entry it : workspace.sessions().quietHistory(new SessionId(id)).branch()) {
                    SessionParent.of(it.body()).ifPresent(all::add);
                }
            }
        }
        return all;
    }

    static List<String> results(ScriptedModel model) {
        return model.lastResults().stream().map(it -> it.text()).toList();
    }
}
