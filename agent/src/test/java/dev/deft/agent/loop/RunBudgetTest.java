package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.call;
import static dev.deft.agent.loop.LoopFixture.echo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.policy.BudgetLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each request of the fake model takes 110 tokens and costs 10 cents.
class RunBudgetTest {

    private static final String SPENT = " of this run is spent (budget.";

    @TempDir Path root;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;

    private LoopFixture agent(RunBudget budget) {
        return new LoopFixture(root).spending(budget);
    }

    private RunBudget budget(BudgetLimits limits) {
        return RunBudget.of(limits, clock);
    }

    private static List<String> notices(FakeModel model) {
        return model.prompts().getLast().messages().stream()
                .filter(Message.User.class::isInstance)
                .flatMap(it -> ((Message.User) it).parts().stream())
                .filter(Part.Text.class::isInstance)
                .map(it -> ((Part.Text) it).text())
                .filter(it -> it.startsWith("[The budget"))
                .toList();
    }

    @Test
    void endsTheRunBeforeARequestBeyondTheTokens() throws IOException {
        try (LoopFixture agent = agent(budget(BudgetLimits.NONE.withTokens(220)))) {
            agent.model.calls(call("c1", "echo", echo("1"))).calls(call("c2", "echo", echo("2")));

            RunOutcome outcome = agent.run("go");

            assertThat(outcome.status()).isEqualTo(Status.LIMIT);
            assertThat(outcome.error().orElse(""))
                    .isEqualTo(
                            "The budget of 220 tokens of this run is spent (budget.tokens)."
                                    + " Continue the session, or allow it more.");
            assertThat(agent.model.prompts()).hasSize(2);
        }
    }

    @Test
    void tellsTheModelOnceThatALimitIsNearAndOnceThatThisMayBeItsLastAnswer() throws IOException {
        try (LoopFixture agent = agent(budget(BudgetLimits.NONE.withTokens(1_000)))) {
            for (int i = 1; i <= 10; i++) {
                agent.model.calls(call("c" + i, "echo", echo("" + i)));
            }
            agent.model.says("Done.");

            RunOutcome outcome = agent.run("go");

            assertThat(outcome.status()).isEqualTo(Status.LIMIT);
            assertThat(notices(agent.model))
                    .containsExactly(
                            "[The budget of this run is nearly spent: 120 of 1,000 tokens left."
                                    + " Finish now: make only the calls you cannot do without, then"
                                    + " answer and say what is left to do.]",
                            "[The budget of this run is nearly spent: 10 of 1,000 tokens left."
                                    + " This may be your last answer: make no further calls, sum up"
                                    + " what you found and did, and say what is left to do.]");
            assertThat(agent.model.prompts().get(7).messages().toString())
                    .as("after 770 of 1,000 tokens")
                    .doesNotContain("[The budget");
            assertThat(agent.model.prompts().get(8).messages().toString())
                    .as("after 880 of 1,000 tokens")
                    .contains("[The budget");
        }
    }

    @Test
    void keepsTheNoticeInTheConversationAndNotInThePrompt() throws IOException {
        RunBudget budget = budget(BudgetLimits.NONE.withCalls(1));
        var agent = agent(budget);
        agent.model.calls(call("c1", "echo", echo("1"))).says("Done.");
        agent.run("go");
        assertThat(agent.model.prompts().getLast().system())
                .isEqualTo(agent.model.prompts().getFirst().system());
        assertThat(agent.log().entries().stream().map(Entry::body))
                .anyMatch(Entry.Notice.class::isInstance);
        agent.close();

        agent.model.says("Again.");
        agent.run("again");

        assertThat(notices(agent.model))
                .as("of the reopened session")
                .containsExactly(
                        "[The budget of this run is nearly spent: 0 of 1 tool call left. This may"
                                + " be your last answer: make no further calls, sum up what you found"
                                + " and did, and say what is left to do.]");
        agent.close();
    }

    @Test
    void refusesCallsBeyondTheLimitAndLetsTheModelAnswer() throws IOException {
        try (LoopFixture agent = agent(budget(BudgetLimits.NONE.withCalls(2)))) {
            agent.model
                    .calls(
                            call("c1", "echo", echo("1")),
                            call("c2", "echo", echo("2")),
                            call("c3", "echo", echo("3")))
                    .says("Two of three.");

            RunOutcome outcome = agent.run("go");

            assertThat(outcome.status()).isEqualTo(Status.DONE);
            assertThat(agent.model.results().stream().filter(Message.CallResult::failed))
                    .singleElement()
                    .extracting(Message.CallResult::text)
                    .asString()
                    .contains("The budget of 2 tool calls" + SPENT + "calls).");
        }
    }

    @Test
    void endsTheRunOfAModelThatOnlyMakesRefusedCalls() throws IOException {
        try (LoopFixture agent = agent(budget(BudgetLimits.NONE.withCalls(1)))) {
            for (int i = 1; i <= 5; i++) {
                agent.model.calls(call("c" + i, "echo", echo("" + i)));
            }

            RunOutcome outcome = agent.run("go");

            assertThat(outcome.status()).isEqualTo(Status.LIMIT);
            assertThat(outcome.error().orElse("")).startsWith("The budget of 1 tool call of");
            assertThat(outcome.steps()).isEqualTo(3);
        }
    }

    @Test
    void measuresTimeByItsClock() throws IOException {
        try (LoopFixture agent = agent(budget(BudgetLimits.NONE.withSeconds(60)))) {
            agent.model
                    .replies((_, _) -> {
                        now = now.plus(Duration.ofSeconds(50));
                        return FakeModel.calling(FakeModel.USAGE, call("c1", "echo", echo("1")));
                    })
                    .replies((_, _) -> {
                        now = now.plus(Duration.ofSeconds(10));
                        return FakeModel.calling(FakeModel.USAGE, call("c2", "echo", echo("2")));
                    });

            RunOutcome outcome = agent.run("go");

            assertThat(outcome.error().orElse(""))
                    .startsWith("The budget of 60 seconds" + SPENT + "seconds).");
            assertThat(notices(agent.model))
                    .singleElement()
                    .asString()
                    .contains("10 of 60 seconds left");
            assertThat(
                            agent.log().entries().stream()
                                    .map(Entry::body)
                                    .filter(Entry.Result.class::isInstance)
                                    .map(it -> ((Entry.Result) it).failed()))
                    .as("a call after the time is refused")
                    .containsExactly(false, true);
        }
    }

    @Test
    void holdsForASessionAndThoseBelowItTogether() throws IOException {
        RunBudget top = budget(BudgetLimits.NONE.withTokens(330));
        try (LoopFixture child = agent(top.child(BudgetLimits.NONE)).named("child");
                LoopFixture parent = agent(top)) {
            child.model.calls(call("c1", "echo", echo("1"))).calls(call("c2", "echo", echo("2")));
            child.model.calls(call("c3", "echo", echo("3")));
            parent.model.replies((_, _) -> {
                assertThat(run(child).status()).isEqualTo(Status.LIMIT);
                return FakeModel.text("The child had no time.");
            });

            assertThat(parent.run("go").status()).isEqualTo(Status.DONE);
            assertThat(child.model.prompts()).hasSize(3);
            assertThat(parent.run("more").status())
                    .as("a message of the user starts from zero")
                    .isEqualTo(Status.FAILED);
        }
    }

    private static RunOutcome run(LoopFixture agent) {
        try {
            return agent.run("work");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void givesAChildNoMoreThanItsShare() throws IOException {
        RunBudget top = budget(BudgetLimits.NONE.withTokens(10_000));
        try (LoopFixture child = agent(top.child(BudgetLimits.NONE.withTokens(100)))) {
            child.model.calls(call("c1", "echo", echo("1")));

            assertThat(child.run("work").error().orElse("")).startsWith("The budget of 100 tokens");
        }
        try (LoopFixture child = agent(top.child(BudgetLimits.NONE.withTokens(90_000)))) {
            for (int i = 0; i < 9; i++) {
                child.model.calls(call("c" + i, "echo", echo("" + i)));
            }
            child.model.says("Done.");
            assertThat(child.run("work").status()).isEqualTo(Status.DONE);
        }
    }

    @Test
    void goesOnWhereASessionBelowSentTheMessage() throws IOException {
        RunBudget top = budget(BudgetLimits.NONE.withTokens(200));
        try (LoopFixture child = agent(top.child(BudgetLimits.NONE)).named("child");
                LoopFixture parent = agent(top)) {
            parent.model.says("Started.").says("Never.");
            child.model.says("Found.");
            parent.run("go");
            child.run("work");

            assertThat(parent.loop().run(Message.User.of("found"), "task:child").status())
                    .isEqualTo(Status.LIMIT);
            assertThat(parent.loop().run(Message.User.of("again"), "task:stranger").status())
                    .isEqualTo(Status.DONE);
        }
    }
}
