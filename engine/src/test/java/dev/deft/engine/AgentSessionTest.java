package dev.deft.engine;

import static dev.deft.testkit.ScriptedModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.policy.BudgetLimits;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentSessionTest {

    @TempDir Path root;

    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private BudgetLimits budget = BudgetLimits.NONE;
    private int maxSteps = LoopSettings.MAX_STEPS;

    private RunOutcome run(ScriptedModel model, String message, String... allowed)
            throws IOException {
        try (AgentSession session = open(model, allowed)) {
            return session.run(Message.User.of(message));
        }
    }

    private AgentSession open(ScriptedModel model, String... allowed) throws IOException {
        return AgentSession.open(
                Agents.setup(
                        root,
                        Agents.loop(ContextLimits.of(200_000, 8_192), maxSteps, budget),
                        Approver.HEADLESS,
                        Agents.rules(allowed)),
                model,
                events::add);
    }

    @Test
    void runsCallsUntilTheModelHasNothingMoreToCall() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\n");
        var model =
                Agents.model()
                        .calls(
                                call("c1", "read", "{\"path\":\"a.txt\"}"),
                                call(
                                        "c2",
                                        "edit",
                                        "{\"path\":\"a.txt\",\"old_text\":\"one\",\"new_text\":\"two\"}"))
                        .says("Done.");
        RunOutcome outcome = run(model, "make it two", "allow fs.write **");
        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.text()).isEqualTo("Done.");
        assertThat(outcome.steps()).isEqualTo(2);
        assertThat(outcome.filesChanged()).containsExactly("a.txt");
        assertThat(outcome.usage()).isEqualTo(new Usage(100, 10, 0, 0));
        assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("two\n");
        assertThat(model.lastResults())
                .extracting(Message.CallResult::callId)
                .containsExactly("c1", "c2");
        assertThat(model.lastResults().getFirst().text()).contains("one");
        assertThat(events.stream().map(it -> it.getClass().getSimpleName()))
                .containsExactly(
                        "Session",
                        "TokenUsage",
                        "ToolCall",
                        "ToolCall",
                        "ToolResult",
                        "ToolResult",
                        "Text",
                        "TokenUsage",
                        "Ended");
    }

    @Test
    void answersEveryCallWhateverIsWrongWithIt() throws IOException {
        var model =
                Agents.model()
                        .calls(
                                call("c1", "reed", "{}"),
                                call("c2", "read", "{\"path\":"),
                                call("c3", "READ", "{\"path\":\"none.txt\"}"),
                                call("c4", "write", "{\"path\":\"a.txt\",\"content\":\"x\"}"),
                                call("c5", "current_time", ""))
                        .says("I see.");
        RunOutcome outcome = run(model, "try");
        assertThat(model.lastResults())
                .extracting(Message.CallResult::callId)
                .containsExactly("c1", "c2", "c3", "c4", "c5");
        assertThat(model.lastResults())
                .extracting(Message.CallResult::failed)
                .containsExactly(true, true, true, true, false);
        assertThat(model.lastResults().getFirst().text()).contains("read");
        assertThat(outcome.status()).isEqualTo(Status.DENIED);
        assertThat(root.resolve("a.txt")).doesNotExist();
        assertThat(events)
                .filteredOn(RunEvent.ApprovalRequested.class::isInstance)
                .singleElement()
                .satisfies(it ->
                        assertThat(((RunEvent.ApprovalRequested) it).request().callId())
                                .isEqualTo("c4"));
    }

    @Test
    void isDoneWhenTheModelFindsAnotherWay() throws IOException {
        var model =
                Agents.model()
                        .calls(call("c1", "write", "{\"path\":\"a.txt\",\"content\":\"x\"}"))
                        .calls(call("c2", "current_time", "{}"))
                        .says("It is late.");
        assertThat(run(model, "what time is it").status()).isEqualTo(Status.DONE);
    }

    @Test
    void stopsAfterItsRounds() throws IOException {
        maxSteps = 3;
        var model = Agents.model();
        IntStream.range(0, 5)
                .forEach(i -> model.calls(call("c" + i, "sleep", "{\"duration\":0.00" + i + "}")));
        RunOutcome outcome = run(model, "go on and on");
        assertThat(outcome.status()).isEqualTo(Status.LIMIT);
        assertThat(outcome.error().orElse("")).contains("3 steps");
        assertThat(outcome.steps()).isEqualTo(3);
    }

    @Test
    void stopsWhenTheBudgetIsSpent() throws IOException {
        budget = BudgetLimits.ofUsd(1.5);
        var model = Agents.model();
        for (int i = 0; i < 5; i++) {
            String id = "c" + i;
            model.then((_, _) ->
                    ScriptedModel.calling(
                            new Usage(1_000, 1, 0, 0), call(id, "current_time", "{}")));
        }
        RunOutcome outcome = run(model, "spend");
        assertThat(outcome.status()).isEqualTo(Status.LIMIT);
        assertThat(outcome.steps()).isEqualTo(2);
        assertThat(outcome.cost()).hasValue(2.0);
    }

    @Test
    void goesOnWithASessionWhereItWasLeft() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\n");
        run(
                Agents.model()
                        .calls(call("c1", "read", "{\"path\":\"a.txt\"}"))
                        .says("It says one."),
                "what does a.txt say?");
        var later = Agents.model().says("One, as I said.");
        run(later, "again?");
        List<Message> messages = later.prompts().getFirst().messages();
        assertThat(messages).hasSize(5);
        assertThat(messages.get(0)).isEqualTo(Message.User.of("what does a.txt say?"));
        assertThat(((Message.Results) messages.get(2)).results().getFirst().text()).contains("one");
        assertThat(((Message.Assistant) messages.get(3)).text()).isEqualTo("It says one.");
        assertThat(messages.get(4)).isEqualTo(Message.User.of("again?"));
    }

    @Test
    void endsQuicklyWhenInterruptedAndGoesOnLater() throws Exception {
        var running = new CountDownLatch(1);
        var model =
                Agents.model()
                        .calls(
                                call("c1", "sleep", "{\"duration\":100}"),
                                call("c2", "current_time", "{}"));
        var outcome = new ArrayList<RunOutcome>();
        try (AgentSession session = open(model)) {
            Thread run =
                    Thread.ofVirtual()
                            .start(() -> {
                                running.countDown();
                                outcome.add(session.run(Message.User.of("wait")));
                            });
            running.await();
            while (events.stream().noneMatch(RunEvent.ToolCall.class::isInstance)) {
                Thread.onSpinWait();
            }
            run.interrupt();
            run.join();
        }
        assertThat(outcome.getFirst().status()).isEqualTo(Status.ABORTED);
        var later = Agents.model().says("Here I am.");
        assertThat(run(later, "and now?").status()).isEqualTo(Status.DONE);
        var results = (Message.Results) later.prompts().getFirst().messages().get(2);
        assertThat(results.results())
                .extracting(Message.CallResult::callId)
                .containsExactly("c1", "c2");
        assertThat(results.results().getFirst().text()).contains("aborted");
    }

    @Test
    void keepsWhatAnInterruptedModelHadSaid() throws Exception {
        var said = new CountDownLatch(1);
        var model =
                Agents.model()
                        .then((_, listener) -> {
                            listener.text("The answer is");
                            said.countDown();
                            new CountDownLatch(1).await();
                            throw new IllegalStateException("not reached");
                        });
        var outcome = new CopyOnWriteArrayList<RunOutcome>();
        try (AgentSession session = open(model)) {
            Thread run =
                    Thread.ofVirtual()
                            .start(() -> outcome.add(session.run(Message.User.of("the answer?"))));
            said.await();
            run.interrupt();
            run.join();
        }
        assertThat(outcome.getFirst().text()).isEqualTo("The answer is");
        var later = Agents.model().says("42.");
        run(later, "go on");
        assertThat(later.prompts().getFirst().messages().get(1))
                .isEqualTo(new Message.Assistant(List.of(new Part.Text("The answer is"))));
    }

    @Test
    void letsMessagesThatArriveMeanwhileWaitForTheirTurn() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var model =
                Agents.model()
                        .then((_, _) -> {
                            begun.countDown();
                            goOn.await();
                            return ScriptedModel.saying("First.");
                        })
                        .says("Second.");
        try (AgentSession session = open(model)) {
            Thread first = Thread.ofVirtual().start(() -> session.run(Message.User.of("one")));
            begun.await();
            Thread second = Thread.ofVirtual().start(() -> session.run(Message.User.of("two")));
            while (second.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(model.prompts()).hasSize(1);
            goOn.countDown();
            first.join();
            second.join();
        }
        assertThat(model.prompts().getLast().messages())
                .containsExactly(
                        Message.User.of("one"),
                        new Message.Assistant(List.of(new Part.Text("First."))),
                        Message.User.of("two"));
    }

    @Test
    void forgetsAMessageWhoseWaitIsInterrupted() throws Exception {
        var begun = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var model =
                Agents.model()
                        .then((_, _) -> {
                            begun.countDown();
                            goOn.await();
                            return ScriptedModel.saying("First.");
                        });
        var outcomes = new CopyOnWriteArrayList<RunOutcome>();
        try (AgentSession session = open(model)) {
            Thread first =
                    Thread.ofVirtual()
                            .start(() -> outcomes.add(session.run(Message.User.of("one"))));
            begun.await();
            Thread second =
                    Thread.ofVirtual()
                            .start(() -> outcomes.add(session.run(Message.User.of("two"))));
            second.interrupt();
            second.join();
            goOn.countDown();
            first.join();
        }
        assertThat(outcomes)
                .extracting(RunOutcome::status)
                .containsExactly(Status.ABORTED, Status.DONE);
        assertThat(Files.readString(root.resolve(".deft/sessions/test.jsonl")))
                .doesNotContain("two");
    }

    @Test
    void saysThatTheModelSaidNothing() throws IOException {
        RunOutcome outcome = run(Agents.model().then((_, _) -> ScriptedModel.saying("")), "hello");
        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error())
                .contains("The model stopped without an answer. Ask it to continue.");
    }

    @Test
    void tellsWhyTheModelDidNotAnswer() throws IOException {
        var model =
                Agents.model()
                        .then((_, _) -> {
                            throw new ModelException(
                                    ModelException.Kind.DENIED, "The key is wrong.");
                        });
        RunOutcome outcome = run(model, "hello");
        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error()).contains("The key is wrong.");
    }
}
