package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionParent;
import dev.deft.agent.session.SessionTree;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Agents that start other agents, each in a session of its own.
class SubAgentTest extends SubAgentFixture {
    private static void meet(CyclicBarrier barrier) {
        try {
            int _ = barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the other one is not there", e);
        }
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
    void withoutAModelATaskSaysThatItNeedsOne() throws IOException {
        try (Engine engine = Engine.builder().environment(environment()).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(session.call("task", task("explore", "x")).toString())
                    .contains("needs a model");
        }
    }

    @Test
    void theFilesThatAChildChangesAreThoseOfTheRun() throws IOException {
        models.on("go").calls("task", task("general", "write it")).says("done");
        models.on("write it")
                .calls("write", Map.of("path", "new.txt", "content", "x"))
                .says("written");

        RunOutcome outcome = run(AgentSpec.trusted(), "go");

        assertThat(outcome.filesChanged()).containsExactly("new.txt");
    }

    @Test
    void theTotalsOfASessionIncludeItsSubAgentsOnce() throws IOException {
        models.on("go")
                .calls("task", task("general", "middle"))
                .calls("sessions_status", Map.of())
                .says("done");
        models.on("middle").calls("task", task("explore", "leaf")).says("done");
        models.on("leaf").says("done");

        RunOutcome outcome = run(AgentSpec.standard(), "go");

        assertThat(outcome.usage()).isEqualTo(new Usage(300, 30, 0, 0));
        assertThat(results(models.on("go")).getFirst()).contains("prompt_tokens: 200");
        try (Engine engine = Engine.builder().environment(environment()).build();
                Workspace workspace = engine.workspace(root)) {
            var tree = new SessionTree(workspace.sessions().find(""));
            assertThat(tree.nodes()).extracting(SessionTree.Node::depth).containsExactly(0, 1, 2);
            assertThat(tree.usageBelow("main")).isEqualTo(new Usage(200, 20, 0, 0));
            assertThat(workspace.sessions().latest()).contains("main");
        }
    }

    @Test
    void aSubAgentCanBeContinuedByItsSession() throws IOException {
        models.on("go").calls("task", task("explore", "part")).says("done");
        models.on("part").says("first").says("second");
        run(AgentSpec.standard(), "go");

        try (Engine engine = Engine.builder().environment(environment()).model(models).build();
                Workspace workspace = engine.workspace(root)) {
            String child =
                    workspace.sessions().ids().stream()
                            .filter(it -> !it.equals("main"))
                            .findFirst()
                            .orElseThrow();
            try (Session session = workspace.session().id(child).open()) {
                assertThat(session.run("go on").text()).isEqualTo("second");
            }
        }
    }
}
