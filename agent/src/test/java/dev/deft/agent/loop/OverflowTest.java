package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.Overflow;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the loop does when a conversation is longer than the model can read.
class OverflowTest {

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

    private static ModelException tooLong(Overflow overflow) {
        return new ModelException(Kind.TOO_LONG, "It is too long.", overflow);
    }

    private static Overflow maxAnswer(int tokens) {
        return new Overflow(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.of(tokens));
    }

    private static Overflow window(int tokens) {
        return new Overflow(OptionalInt.of(tokens), OptionalInt.empty(), OptionalInt.empty());
    }

    private static Part.Call echo(String id, int length) {
        return call(id, "echo", "{\"text\":\"" + "x".repeat(length) + id + "\"}");
    }

    /// A reply of a provider that counts four characters as a token.
    private static FakeModel.Reply counted(Part... parts) {
        return (prompt, _) ->
                FakeModel.answer(
                        Answer.Stop.DONE,
                        new Usage(prompt.messages().toString().length() / 4, 10, 0, 0),
                        parts);
    }

    private void fillsTheContext() {
        model.replies(counted(echo("c1", 20_000))).replies(counted(echo("c2", 20_000)));
    }

    @Test
    void asksForAShorterAnswerWhenTheProviderNamesItsLimit() throws IOException {
        model.fails(tooLong(maxAnswer(4_000))).says("Done.");

        assertThat(agent.run("go").status()).isEqualTo(Status.DONE);
        assertThat(model.prompts()).extracting(Prompt::maxTokens).containsExactly(8_192, 4_000);
    }

    @Test
    void remembersTheLimitsOfAModelInTheSession() throws IOException {
        model.fails(tooLong(maxAnswer(3_000)));
        fillsTheContext();
        model.fails(tooLong(window(8_000)));
        model.says("A summary.").says("Done.");
        assertThat(agent.run("go").status()).isEqualTo(Status.DONE);
        agent.close();
        model.says("Again.");
        agent.run("go");

        assertThat(model.prompts().getLast().maxTokens()).isLessThanOrEqualTo(3_000);
        assertThat(agent.entries())
                .filteredOn(Entry.StoredValue.class::isInstance)
                .last()
                .isEqualTo(
                        new Entry.StoredValue(
                                "window",
                                Json.Obj.EMPTY
                                        .with("model", FakeModel.NAME)
                                        .with("max_output", Json.Num.of(3_000))
                                        .with("context", Json.Num.of(8_000))));
    }

    @Test
    void shortensTheConversationToTheWindowTheProviderNames() throws IOException {
        fillsTheContext();
        model.fails(tooLong(window(8_000)));
        model.says("A summary.").says("Done.");

        RunOutcome outcome = agent.run("keep this goal");

        assertThat(outcome.status()).isEqualTo(Status.DONE);
        assertThat(outcome.steps()).as("a summary is no step").isEqualTo(3);
        List<Message> last = model.prompts().getLast().messages();
        assertThat(last.getFirst().toString()).contains("A summary.").contains("keep this goal");
        assertThat(last.toString().length()).isLessThan(33_000);
        assertThat(agent.events)
                .filteredOn(RunEvent.Compacted.class::isInstance)
                .singleElement()
                .satisfies(it ->
                        assertThat(((RunEvent.Compacted) it).summary()).startsWith("A summary."));
        assertThat(agent.entries()).anyMatch(Entry.Summary.class::isInstance);
        assertThat(
                        agent.events.stream()
                                .filter(RunEvent.TokenUsage.class::isInstance)
                                .map(it -> ((RunEvent.TokenUsage) it).usage())
                                .reduce(Usage.NONE, Usage::plus))
                .as("the summary is counted")
                .isEqualTo(outcome.usage());
        assertThat(outcome.usage().output()).isEqualTo(40);
    }

    @Test
    void warnsWhenNoSummaryCanBeMade() throws IOException {
        fillsTheContext();
        model.fails(tooLong(window(8_000)));
        model.fails(new ModelException(Kind.UNREACHABLE, "It is gone.")).says("Done.");

        assertThat(agent.run("go").status()).isEqualTo(Status.DONE);
        assertThat(agent.warnings()).anyMatch(it -> it.contains("It is gone."));
    }

    @Test
    void givesUpWhenAShorterRequestIsNotPossible() throws IOException {
        model.fails(tooLong(Overflow.UNKNOWN)).fails(tooLong(Overflow.UNKNOWN));

        RunOutcome outcome = agent.run("go");

        assertThat(outcome.status()).isEqualTo(Status.FAILED);
        assertThat(outcome.error()).contains("It is too long.");
    }

    @Test
    void givesUpAfterAFewAttempts() throws IOException {
        fillsTheContext();
        for (int i = 0; i < 30; i++) {
            model.replies((prompt, _) -> {
                if (prompt.tools().isEmpty()) {
                    return FakeModel.text("A summary.");
                }
                throw tooLong(Overflow.UNKNOWN);
            });
        }

        assertThat(agent.run("go").status()).isEqualTo(Status.FAILED);
        assertThat(model.prompts()).hasSizeLessThan(16);
    }

    @Test
    void doesNotShortenForOtherErrors() throws IOException {
        model.calls(echo("c1", 20_000)).fails(new ModelException(Kind.REFUSED, "No."));

        assertThat(agent.run("go").error()).contains("No.");
        assertThat(model.prompts()).hasSize(2);
    }

    @Test
    void countsSystemPromptAndToolsAsPartOfTheRequest() throws IOException {
        agent.with(LoopFixture.settings(ContextLimits.of(20_000, 4_000)));
        model.replies((prompt, _) -> FakeModel.text("Done."));

        agent.run("x".repeat(4 * 17_000));

        int tools = model.prompts().getFirst().tools().toString().length();
        int most = 20_000 - 17_000 - tools / 4;
        assertThat(model.prompts().getFirst().maxTokens()).isBetween(2_000, most + 100);
    }
}
