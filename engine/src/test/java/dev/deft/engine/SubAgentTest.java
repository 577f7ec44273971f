package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Agents that start other agents, each in a session of its own.
class SubAgentTest {

    private final TaskModels models = new TaskModels();
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    @TempDir Path root;

    @BeforeEach
    void aFile() throws IOException {
        Files.writeString(root.resolve("notes.txt"), "the answer is 42\n");
    }

    private Map<String, String> environment() {
        return Map.of("DEFT_HOME", root.resolve(".home").toString(), "PATH", System.getenv("PATH"));
    }

    private static Map<String, Object> task(String agent, String prompt) {
        return Map.of("subagent_type", agent, "prompt", prompt);
    }

    private RunOutcome run(AgentSpec agent, String message) throws IOException {
        return run(agent, message, it -> {});
    }

    /// What else a test wants of the session `main`.
    private interface More {

        void on(SessionBuilder session);
    }

    private RunOutcome run(AgentSpec agent, String message, More more) throws IOException {
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
    private List<SessionParent> children() throws IOException {
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

    private static List<String> results(ScriptedModel model) {
        return model.lastResults().stream().map(it -> it.text()).toList();
    }

    @Test
    void aTaskReturnsTheAnswerOfAnAgentWithAContextOfItsOwn() throws IOException {
        models.on("find it").calls("task", task("explore", "look up")).says("It is 42.");
        models.on("look up").calls("read", Map.of("path", "notes.txt")).says("I read 42.");

        RunOutcome outcome = run(AgentSpec.standard(), "find it");

        assertThat(outcome.text()).isEqualTo("It is 42.");
        assertThat(results(models.on("find it"))).containsExactly("I read 42.");
        assertThat(results(models.on("look up")).getFirst()).contains("the answer is 42");
        assertThat(children())
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.session()).isEqualTo("main");
                    assertThat(it.callId()).isEqualTo("call_1");
                    assertThat(it.agent()).isEqualTo("explore");
                    assertThat(it.depth()).isEqualTo(1);
                });
    }

    @Test
    void whatASubAgentCostsCountsIntoTheRun() throws IOException {
        models.on("go").calls("task", task("explore", "part")).says("done");
        models.on("part").says("done too");

        RunOutcome outcome = run(AgentSpec.standard(), "go");

        assertThat(outcome.usage()).isEqualTo(new Usage(200, 20, 0, 0));
    }

    @Test
    void theTasksOfOneStepRunSideBySide() throws IOException {
        var both = new CyclicBarrier(2);
        models.on("go")
                .calls(
                        ScriptedModel.call(
                                "a", "task", "{\"subagent_type\":\"explore\",\"prompt\":\"one\"}"),
                        ScriptedModel.call(
                                "b", "task", "{\"subagent_type\":\"explore\",\"prompt\":\"two\"}"))
                .says("done");
        for (String it : List.of("one", "two")) {
            models.on(it)
                    .then((_, _) -> {
                        meet(both);
                        return ScriptedModel.saying("answer " + it);
                    });
        }

        run(AgentSpec.standard(), "go");

        assertThat(results(models.on("go"))).containsExactly("answer one", "answer two");
        assertThat(children())
                .extracting(SessionParent::callId)
                .containsExactlyInAnyOrder("a", "b");
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            int _ = barrier.await(20, java.util.concurrent.TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the other one is not there", e);
        }
    }

    @Test
    void anUnknownAgentIsAnErrorThatNamesTheKnownOnes() throws IOException {
        models.on("go").calls("task", task("wizard", "magic")).says("no such agent");

        run(AgentSpec.standard(), "go");

        assertThat(results(models.on("go")).getFirst())
                .contains("There is no agent \"wizard\"", "explore, general");
    }

    @Test
    void subAgentsCanBeNestedFiveDeep() throws IOException {
        models.on("level 0").calls("task", task("general", "level 1")).says("done 0");
        for (int i = 1; i <= 5; i++) {
            models.on("level " + i)
                    .calls("task", task("general", "level " + (i + 1)))
                    .says("done " + i);
        }

        RunOutcome outcome = run(AgentSpec.standard(), "level 0");

        assertThat(outcome.text()).isEqualTo("done 0");
        assertThat(results(models.on("level 4"))).containsExactly("done 5");
        assertThat(results(models.on("level 5")).getFirst()).contains("nested 5 deep");
        assertThat(children())
                .extracting(SessionParent::depth)
                .containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    }

    @Test
    void aDenialOfTheParentHoldsForTheChild() throws IOException {
        models.on("go").calls("task", task("general", "read it")).says("done");
        models.on("read it").calls("read", Map.of("path", "notes.txt")).says("I could not.");

        run(AgentSpec.trusted().deny("read", "notes.txt"), "go");

        assertThat(results(models.on("read it")).getFirst())
                .contains("`deny read notes.txt` forbids read on notes.txt");
    }

    @Test
    void theProgressOfAChildIsThatOfTheCall() throws IOException {
        models.on("go").calls("task", task("explore", "part")).says("done");
        models.on("part").calls("read", Map.of("path", "notes.txt")).says("A line.\nAnother one.");

        run(AgentSpec.standard(), "go");

        assertThat(
                        events.stream()
                                .filter(RunEvent.ToolProgress.class::isInstance)
                                .map(RunEvent.ToolProgress.class::cast)
                                .peek(it -> {
                                    assertThat(it.id()).isEqualTo("call_1");
                                    assertThat(it.metadata().text("agent")).contains("explore");
                                    assertThat(it.metadata().text("session_id")).isPresent();
                                })
                                .flatMap(it -> it.title().stream()))
                .containsSubsequence("read: notes.txt", "A line.", "Another one.");
    }

    @Test
    void aBackgroundTaskReturnsAtOnceAndItsMessageContinuesTheRun() throws IOException {
        var told = new CountDownLatch(1);
        models.on("go")
                .calls(
                        "task",
                        Map.of("subagent_type", "explore", "prompt", "slow", "background", true))
                .then((_, _) -> {
                    told.countDown();
                    return ScriptedModel.saying("started it");
                })
                .says("It found the thing.");
        models.on("slow")
                .then((_, _) -> {
                    told.await();
                    return ScriptedModel.saying("the thing");
                });

        RunOutcome outcome = run(AgentSpec.standard(), "go", SessionBuilder::awaitingSubAgents);

        assertThat(outcome.text()).isEqualTo("It found the thing.");
        assertThat(outcome.steps()).isEqualTo(3);
        assertThat(outcome.usage().input()).isEqualTo(300);
        assertThat(models.on("go").prompts().getLast().messages().getLast().toString())
                .contains("[from task:ses_", "the thing");
        assertThat(events.stream().filter(RunEvent.Ended.class::isInstance)).hasSize(1);
    }

    @Test
    void withoutAModelATaskSaysThatItNeedsOne() throws IOException {
        try (Engine engine = Engine.builder().environment(environment()).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(session.call("task", task("explore", "x")).toString())
                    .contains("needs a model");
        }
    }
}
