package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptedRunTest {

    @TempDir private Path root;

    private LoopFixture agent;
    private FakeModel model;
    private final List<RunOutcome> outcomes = new CopyOnWriteArrayList<>();
    private final List<Boolean> interrupted = new CopyOnWriteArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @BeforeEach
    void fixture() {
        agent = new LoopFixture(root);
        model = agent.model;
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    /// Runs a message on a thread of its own.
    private Thread start(String message) {
        return Thread.ofVirtual()
                .start(() -> {
                    try {
                        outcomes.add(agent.run(message));
                        interrupted.add(Thread.currentThread().isInterrupted());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /// A reply that says something and then blocks.
    private FakeModel.Reply blockingAfter(String text) {
        return (_, listener) -> {
            listener.text(text);
            asked.countDown();
            goOn.await();
            return FakeModel.text(text);
        };
    }

    @Test
    void abortsItsCallsAndAnswersThem() throws Exception {
        model.calls(call("c1", "block", "{}"), call("c2", "echo", "{\"text\":\"x\"}"));
        Thread run = start("wait");
        agent.blocked.await();
        run.interrupt();
        run.join();

        RunOutcome outcome = outcomes.getFirst();
        assertThat(outcome.status()).isEqualTo(Status.ABORTED);
        assertThat(outcome.error()).contains("The run was interrupted.");
        assertThat(outcome.steps()).isEqualTo(1);
        assertThat(interrupted).containsExactly(true);
        assertThat(agent.events.getLast()).isEqualTo(new RunEvent.Ended(outcome));

        model.says("Here I am.");
        assertThat(agent.run("and now?").status()).isEqualTo(Status.DONE);
        assertThat(model.results())
                .extracting(Message.CallResult::callId)
                .containsExactly("c1", "c2");
        assertThat(model.results().getFirst().text()).contains("aborted");
    }

    @Test
    void keepsWhatTheModelHadSaid() throws Exception {
        model.replies(blockingAfter("The answer is"));
        Thread run = start("the answer?");
        asked.await();
        run.interrupt();
        run.join();

        RunOutcome outcome = outcomes.getFirst();
        assertThat(outcome.status()).isEqualTo(Status.ABORTED);
        assertThat(outcome.text()).isEqualTo("The answer is");
        assertThat(outcome.usage().estimated()).isTrue();
        assertThat(outcome.usage().output()).isEqualTo(3);
        assertThat(outcome.usage().input()).as("the prompt was paid for").isPositive();
        Part said = new Part.Text("The answer is");
        assertThat(agent.entries())
                .contains(
                        new Entry.Assistant(List.of(said), Answer.Stop.UNHEARD, FakeModel.NAME),
                        new Entry.TokenUsage(outcome.usage(), FakeModel.NAME));

        model.says("42.");
        assertThat(agent.run("go on").text()).isEqualTo("42.");
        assertThat(model.prompts().getLast().messages())
                .containsExactly(
                        Message.User.of("the answer?"),
                        new Message.Assistant(List.of(said)),
                        Message.User.of("go on"));
    }

    @Test
    void writesNoAnswerWhenTheModelHadSaidNothing() throws Exception {
        model.replies(blockingAfter(""));
        Thread run = start("hello?");
        asked.await();
        run.interrupt();
        run.join();

        assertThat(outcomes.getFirst().status()).isEqualTo(Status.ABORTED);
        assertThat(outcomes.getFirst().usage()).isEqualTo(Usage.NONE);
        assertThat(agent.entries())
                .noneMatch(Entry.Assistant.class::isInstance)
                .noneMatch(Entry.TokenUsage.class::isInstance);
    }

    @Test
    void recordsWhatItBeganWithIfItWasInterruptedBefore() throws Exception {
        Thread.currentThread().interrupt();
        RunOutcome outcome = agent.run("hello?");
        assertThat(Thread.interrupted()).isTrue();

        assertThat(outcome.status()).isEqualTo(Status.ABORTED);
        assertThat(agent.events.getLast()).isEqualTo(new RunEvent.Ended(outcome));
        assertThat(model.prompts()).isEmpty();
        model.says("Here I am.");
        agent.run("and now?");
        assertThat(model.prompts().getLast().messages())
                .containsExactly(Message.User.of("hello?"), Message.User.of("and now?"));
    }

    @Test
    void runsOneMessageAfterTheOther() throws Exception {
        model.replies(blockingAfter("First.")).says("Second.");
        Thread first = start("one");
        asked.await();
        Thread second = start("two");
        while (second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(model.prompts()).hasSize(1);
        goOn.countDown();
        first.join();
        second.join();

        assertThat(agent.events)
                .filteredOn(RunEvent.Ended.class::isInstance)
                .extracting(it -> ((RunEvent.Ended) it).outcome().text())
                .containsExactly("First.", "Second.");
        assertThat(model.prompts().getLast().messages())
                .containsExactly(
                        Message.User.of("one"),
                        new Message.Assistant(List.of(new Part.Text("First."))),
                        Message.User.of("two"));
    }

    @Test
    void dropsAMessageThatIsInterruptedWhileItWaits() throws Exception {
        model.replies(blockingAfter("First."));
        Thread first = start("one");
        asked.await();
        Thread second = start("two");
        second.interrupt();
        second.join();
        goOn.countDown();
        first.join();

        assertThat(outcomes)
                .extracting(RunOutcome::status)
                .containsExactly(Status.ABORTED, Status.DONE);
        assertThat(interrupted).containsExactly(true, false);
        assertThat(agent.entries().toString()).doesNotContain("two");
    }
}
