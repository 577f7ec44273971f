package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// When a model gives no answer, the next one takes over until the end of the turn.
class FallbackModelTest {

    @TempDir Path root;

    private final FakeModel second = new FakeModel();
    private LoopFixture agent;

    @BeforeEach
    void open() {
        agent = new LoopFixture(root).fallingBackTo(other(ContextLimits.of(200_000, 4_096)));
    }

    @AfterEach
    void close() throws IOException {
        agent.close();
    }

    /// Ten times as dear as the first one.
    private FallbackModel.Other other(ContextLimits limits) {
        return new FallbackModel.Other(
                new Named("test/second", second),
                limits,
                it -> OptionalDouble.of(it.input() / 100.0));
    }

    private static ModelException failure(Kind kind) {
        return new ModelException(kind, "It is gone.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "EXHAUSTED"})
    void takesOverWithItsOwnLimitsAndPrice(Kind kind) throws IOException {
        agent.model.fails(failure(kind));
        second.says("Here.");

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.text()).isEqualTo("Here.");
        assertThat(outcome.cost()).hasValue(1.0);
        assertThat(second.prompts().getLast().maxTokens()).isEqualTo(4_096);
        assertThat(agent.warnings())
                .containsExactly(
                        "test/fake gave no answer; test/second takes over until the end of this"
                                + " turn. It is gone.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "EXHAUSTED"},
            mode = EnumSource.Mode.EXCLUDE)
    void isNotAskedWhereTheRequestOrTheKeyIsWrong(Kind kind) throws IOException {
        agent.model.fails(failure(kind)).fails(failure(kind));

        assertThat(agent.run("go").error()).contains("It is gone.");
        assertThat(second.prompts()).isEmpty();
    }

    @Test
    void staysUntilTheEndOfTheTurn() throws IOException {
        agent.model
                .calls(call("c1", "echo", LoopFixture.echo("a")))
                .fails(failure(Kind.UNREACHABLE))
                .says("Back again.");
        second.calls(call("c2", "echo", LoopFixture.echo("b"))).says("Done.");

        assertThat(agent.run("go").text()).isEqualTo("Done.");
        assertThat(second.results()).extracting(it -> it.text()).containsExactly("a", "b");
        assertThat(agent.run("and now?").text()).isEqualTo("Back again.");
        assertThat(agent.model.prompts().getLast().maxTokens()).isEqualTo(8_192);
        assertThat(agent.warnings()).hasSize(1);
    }

    @Test
    void runsNothingOfAnAnswerThatWasCut() throws IOException {
        agent.model.replies((_, listener) -> {
            listener.text("I look.");
            listener.calling("echo");
            listener.discarded(new Usage(50, 3, 0, 0, true));
            throw failure(Kind.UNREACHABLE);
        });
        second.calls(call("c1", "echo", LoopFixture.echo("once"))).says("Done.");

        RunOutcome outcome = agent.run("go");

        assertThat(agent.events).filteredOn(RunEvent.ToolCall.class::isInstance).hasSize(1);
        assertThat(agent.entries())
                .filteredOn(Entry.Assistant.class::isInstance)
                .flatExtracting(it -> ((Entry.Assistant) it).parts())
                .containsExactly(
                        call("c1", "echo", LoopFixture.echo("once")), new Part.Text("Done."));
        assertThat(outcome.usage()).isEqualTo(new Usage(250, 23, 0, 0, true));
        assertThat(agent.entries())
                .filteredOn(Entry.TokenUsage.class::isInstance)
                .extracting(it -> ((Entry.TokenUsage) it).model())
                .containsExactly("test/fake", "test/second", "test/second");
    }

    @Test
    void getsAShorterConversationWhereItReadsLess() throws IOException {
        agent = new LoopFixture(root).fallingBackTo(other(ContextLimits.of(8_000, 1_000)));
        for (int i = 0; i < 4; i++) {
            Part.Call echo = call("c" + i, "echo", LoopFixture.echo("x".repeat(12_000)));
            var usage = new Usage(6_000L * i + 100, 10, 0, 0);
            agent.model.replies((_, _) -> FakeModel.calling(usage, echo));
        }
        agent.model.fails(failure(Kind.UNREACHABLE));
        second.says("A summary.").says("Done.");

        assertThat(agent.run("go").text()).isEqualTo("Done.");
        assertThat(second.prompts().getLast().messages().toString().length()).isLessThan(40_000);
    }

    @Test
    void failsWithTheLastModel() throws IOException {
        agent.model.fails(failure(Kind.UNREACHABLE));
        second.fails(new ModelException(Kind.UNREACHABLE, "So is this one."));

        assertThat(agent.run("go").error()).contains("So is this one.");
    }

    @Test
    void takesOverOutsideOfRunsToo() throws Exception {
        agent.model.fails(failure(Kind.EXHAUSTED));
        second.says("Here.");
        try (Model model = new FallbackModel(agent.model, List.of(other(ContextLimits.of(9, 9))))) {
            Answer answer =
                    model.ask(
                            new Prompt(List.of(), List.of(), List.of(), 1, Prompt.Sampling.UNSET),
                            AnswerListener.NONE);
            assertThat(answer.message().text()).isEqualTo("Here.");
            assertThat(model.name()).isEqualTo("test/fake");
        }
    }

    private record Named(String name, FakeModel model) implements Model {

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException {
            Answer it = model.ask(prompt, listener);
            return new Answer(it.message(), it.stop(), it.usage(), name);
        }

        @Override
        public void close() {}
    }
}
