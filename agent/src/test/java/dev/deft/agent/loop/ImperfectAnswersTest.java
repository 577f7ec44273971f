package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.USAGE;
import static dev.deft.agent.loop.FakeModel.call;
import static dev.deft.agent.loop.LoopFixture.echo;
import static dev.deft.agent.loop.LoopFixture.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the loop does with answers that are retried, cut or malformed.
class ImperfectAnswersTest {

    @TempDir private Path root;

    private LoopFixture agent;
    private FakeModel model;

    @BeforeEach
    void fixture() {
        agent = new LoopFixture(root);
        model = agent.model;
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    @Test
    void reportsRetriesAndCountsWhatWasDiscarded() throws IOException {
        var lost = new Usage(50, 5, 0, 0);
        model.replies((_, listener) -> {
            listener.reasoning("Hm.");
            listener.discarded(lost);
            listener.retrying(1, Duration.ofSeconds(2), "It broke.");
            listener.text("Done.");
            return FakeModel.text("Done.");
        });

        RunOutcome outcome = agent.run("go");

        assertThat(agent.events.subList(1, 6))
                .containsExactly(
                        new RunEvent.Reasoning("Hm."),
                        new RunEvent.Retry(1, Duration.ofSeconds(2), "It broke."),
                        new RunEvent.Text("Done."),
                        new RunEvent.TokenUsage(lost, FakeModel.NAME),
                        new RunEvent.TokenUsage(USAGE, FakeModel.NAME));
        assertThat(outcome.usage()).isEqualTo(new Usage(150, 15, 0, 0));
        assertThat(agent.entries())
                .contains(
                        new Entry.TokenUsage(lost, FakeModel.NAME),
                        new Entry.TokenUsage(USAGE, FakeModel.NAME));
    }

    @Test
    void countsWhatWasDiscardedAlsoWhenTheModelFails() throws IOException {
        model.replies((_, listener) -> {
            listener.discarded(new Usage(50, 5, 0, 0));
            throw new ModelException(ModelException.Kind.UNREACHABLE, "It is gone.");
        });

        assertThat(agent.run("go").usage()).isEqualTo(new Usage(50, 5, 0, 0));
    }

    @Test
    void estimatesThePromptOfADiscardedAnswerThatTheProviderDidNotCount() throws IOException {
        model.replies((_, listener) -> {
            listener.discarded(new Usage(0, 5, 0, 0));
            return FakeModel.text("Done.");
        });

        Usage usage = agent.run("go").usage();

        assertThat(usage.estimated()).isTrue();
        assertThat(usage.input()).as("the prompt twice").isGreaterThan(200);
        assertThat(usage.output()).isEqualTo(15);
    }

    @Test
    void givesCallsOfOneAnswerDifferentIds() throws IOException {
        model.calls(
                        call("x", "echo", echo("one")),
                        call("x", "echo", echo("two")),
                        call("", "echo", echo("three")))
                .says("Done.");

        agent.run("go");

        assertThat(model.results())
                .containsExactly(
                        result("x", "one", false),
                        result("x_2", "two", false),
                        result("call_2", "three", false));
    }

    @Test
    void doesNotRunACallThatWasCutAndWarnsOnce() throws IOException {
        for (int i = 0; i < 2; i++) {
            String id = "c" + i;
            model.replies((_, _) ->
                    FakeModel.answer(
                            Answer.Stop.LENGTH,
                            USAGE,
                            call("whole" + id, "echo", echo(id)),
                            call(id, "echo", "{\"text\":\"on and on")));
        }
        model.says("Sorry.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(model.results())
                .extracting(Message.CallResult::failed)
                .containsExactly(false, true, false, true);
        assertThat(model.results().get(1).text()).contains("cut at 8192 tokens");
        assertThat(agent.warnings())
                .singleElement()
                .asString()
                .startsWith("An answer was cut at 8192 tokens in the middle of a call of echo");
        assertThat(agent.entries().toString()).doesNotContain("on and on");
    }

    @Test
    void warnsOfASingleCutCall() throws IOException {
        model.replies((_, _) ->
                FakeModel.answer(Answer.Stop.LENGTH, USAGE, call("c", "echo", "{\"text\":\"on")));
        model.says("Sorry.");

        agent.run("go");

        assertThat(agent.warnings()).hasSize(1);
    }

    @Test
    void reachesALimitWhenTheTextIsCut() throws IOException {
        model.replies((_, listener) -> {
            listener.text("On and");
            return FakeModel.answer(Answer.Stop.LENGTH, Usage.NONE, new Part.Text("On and"));
        });

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.LIMIT);
        assertThat(outcome.error().orElse("")).startsWith("The answer was cut at 8192 tokens.");
        assertThat(outcome.text()).isEqualTo("On and");
        assertThat(outcome.usage().estimated()).as("the provider did not count").isTrue();
        assertThat(outcome.usage().output()).isEqualTo(1);
        assertThat(agent.warnings()).isEmpty();
    }
}
