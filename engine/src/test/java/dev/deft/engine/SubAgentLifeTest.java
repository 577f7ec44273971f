package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// How sub-agents end: stopped with those that started them, or in the background.
class SubAgentLifeTest extends SubAgentFixture {
    private Optional<Long> sleeper(String seconds) {
        return ProcessHandle.allProcesses()
                .filter(it ->
                        it.info().arguments().filter(a -> List.of(a).contains(seconds)).isPresent())
                .map(ProcessHandle::pid)
                .findFirst();
    }

    /// Waits for something that another process brings about.
    private static void until(BooleanSupplier what) throws InterruptedException {
        for (int i = 0; i < 1_000 && !what.getAsBoolean(); i++) {
            Thread.sleep(20);
        }
        assertThat(what.getAsBoolean()).isTrue();
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
    void anInterruptReachesTheCommandsOfGrandchildren() throws Exception {
        String seconds = "86411";
        models.on("go").calls("task", task("general", "middle")).says("done");
        models.on("middle").calls("task", task("general", "leaf")).says("done");
        models.on("leaf").calls("bash", Map.of("command", "sleep " + seconds)).says("done");
        try (Engine engine = Engine.builder().environment(environment()).model(models).build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace.session().agent(AgentSpec.trusted()).id("main").open()) {
            var outcome = new CompletableFuture<RunOutcome>();
            Thread.startVirtualThread(() -> outcome.complete(session.run("go")));
            until(() -> sleeper(seconds).isPresent());

            session.interrupt();

            assertThat(outcome.get(20, TimeUnit.SECONDS).status())
                    .isEqualTo(RunOutcome.Status.ABORTED);
            until(() -> sleeper(seconds).isEmpty());
        }
        assertThat(children()).hasSize(2);
    }

    @Test
    void closingTheSessionStopsWhatRunsInTheBackgroundAndItsNextRunIsToldOnce() throws Exception {
        String seconds = "86412";
        models.on("go")
                .calls(
                        "task",
                        Map.of("subagent_type", "general", "prompt", "leaf", "background", true))
                .says("started");
        models.on("leaf").calls("bash", Map.of("command", "sleep " + seconds)).says("done");
        models.on("go").says("I see.").says("Nothing new.");
        try (Engine engine = Engine.builder().environment(environment()).model(models).build();
                Workspace workspace = engine.workspace(root)) {
            try (Session session =
                    workspace.session().agent(AgentSpec.trusted()).id("main").open()) {
                session.run("go");
                until(() -> sleeper(seconds).isPresent());
                assertThat(session.call("subagents", Map.of()).toString()).contains("general");
            }
            until(() -> sleeper(seconds).isEmpty());
            for (String message : List.of("and now?", "and then?")) {
                try (Session session =
                        workspace.session().agent(AgentSpec.trusted()).id("main").open()) {
                    session.run(message);
                }
            }
        }
        assertThat(
                        models.on("go").prompts().getLast().messages().stream()
                                .filter(it -> it.toString().contains("[from task:ses_")))
                .singleElement()
                .asString()
                .contains("was interrupted", "not run again");
    }

    @Test
    void aSubAgentInTheBackgroundCanBeStopped() throws Exception {
        var never = new CountDownLatch(1);
        models.on("go")
                .calls(
                        "task",
                        Map.of("subagent_type", "explore", "prompt", "slow", "background", true))
                .then((prompt, _) -> {
                    String id =
                            prompt.messages()
                                    .getLast()
                                    .toString()
                                    .replaceAll("(?s).*(ses_\\w+).*", "$1");
                    return ScriptedModel.calling(
                            Usage.NONE,
                            ScriptedModel.call("s", "subagents", "{\"stop\":\"" + id + "\"}"));
                })
                .says("stopped it")
                .says("It was stopped.");
        models.on("slow")
                .then((_, _) -> {
                    never.await();
                    return ScriptedModel.saying("never");
                });

        RunOutcome outcome = run(AgentSpec.standard(), "go", SessionBuilder::awaitingSubAgents);

        assertThat(outcome.text()).isEqualTo("It was stopped.");
        assertThat(models.on("go").prompts().getLast().messages().getLast().toString())
                .contains("did not finish (aborted)");
    }

    @Test
    void theResultOfABackgroundTaskWakesASessionThatDoesNotWait() throws Exception {
        var woken = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        models.on("go")
                .calls(
                        "task",
                        Map.of("subagent_type", "explore", "prompt", "slow", "background", true))
                .says("started")
                .then((_, _) -> {
                    woken.countDown();
                    return ScriptedModel.saying("I got it");
                });
        models.on("slow")
                .then((_, _) -> {
                    go.await();
                    return ScriptedModel.saying("the thing");
                });
        try (Engine engine = Engine.builder().environment(environment()).model(models).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("main").open()) {
            assertThat(session.run("go").text()).isEqualTo("started");
            go.countDown();
            assertThat(woken.await(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(models.on("go").prompts().getLast().messages().getLast().toString())
                .contains("[from task:ses_", "the thing");
    }

    @Test
    void atMostSixteenSubAgentsOfATreeAreAtWork() throws Exception {
        var never = new CountDownLatch(1);
        List<Part.Call> calls = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            calls.add(
                    ScriptedModel.call(
                            "c" + i,
                            "task",
                            "{\"subagent_type\":\"explore\",\"prompt\":\"p%d\",\"background\":true}"
                                    .formatted(i)));
            models.on("p" + i)
                    .then((_, _) -> {
                        never.await();
                        return ScriptedModel.saying("never");
                    });
        }
        models.on("go").calls(calls.toArray(Part.Call[]::new)).says("done");

        run(AgentSpec.standard(), "go");

        assertThat(results(models.on("go")).stream().filter(it -> it.contains("16 sub-agents")))
                .hasSize(1);
    }
}
