package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Overflow;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// How a context stays within windows in characters and turns, and adapts to its provider.
class ContextLimitsTest extends ContextFixture {

    @Test
    void staysWithinAWindowInTurns() throws Exception {
        context = context(new ContextLimits(100_000, 100, OptionalInt.empty(), OptionalInt.of(4)));
        for (int i = 1; i <= 4; i++) {
            user("turn " + i);
            says("ok");
        }
        context.fit();
        assertThat(context.messages()).hasSize(8);

        user("turn 5");
        context.fit();
        assertThat(context.messages())
                .containsExactly(
                        Message.User.of("turn 4"),
                        new Message.Assistant(List.of(new Part.Text("ok"))),
                        Message.User.of("turn 5"));
        assertThat(model.prompts()).as("three steps need no summary").isEmpty();
    }

    @Test
    void summarizesMoreThanFiveStepsThatLeaveTheWindow() throws Exception {
        context =
                context(new ContextLimits(100_000, 100, OptionalInt.of(400), OptionalInt.empty()));
        user("count");
        for (int i = 0; i < 5; i++) {
            printed("c" + i, 60);
        }
        printed("last", 150);
        context.fit();
        assertThat(first()).as("five are dropped").contains("dropped here.").contains("> count");
        assertThat(model.prompts()).isEmpty();

        for (int i = 0; i < 6; i++) {
            printed("d" + i, 60);
        }
        printed("end", 150);
        model.says("Summary.");
        context.fit();
        assertThat(first()).startsWith("[Context summary").contains("Summary.").contains("> count");
        assertThat(results()).hasSize(1);
    }

    @Test
    void keepsTheRequestWhenOneOutputIsLargerThanTheWindow() throws Exception {
        context =
                context(
                        new ContextLimits(
                                1_000_000, 1_000, OptionalInt.of(1_000), OptionalInt.empty()));
        user("Mend the parser.");
        printed("c1", 900);
        printed("c2", 1_200);
        for (int i = 0; i < 3; i++) {
            context.fit();
            assertThat(first()).contains("Mend the parser.");
        }
        printed("c3", 10);
        context.fit();
        assertThat(context.messages().getFirst()).isInstanceOf(Message.User.class);
        assertThat(warnings).isEmpty();
    }

    private static OptionalInt none() {
        return OptionalInt.empty();
    }

    @Test
    void adaptsToTheWindowThatTheProviderNames() {
        user("one");
        printed("c1", 2_000);

        assertThat(context.adapt(new Overflow(OptionalInt.of(400), none(), none()))).isTrue();
        assertThat(context.limits().tokens()).isEqualTo(400);
        assertThat(context.adapt(new Overflow(OptionalInt.of(800), none(), none())))
                .as("still too long, whatever it says")
                .isTrue();
        assertThat(context.limits().tokens()).isEqualTo(400);
    }

    @Test
    void adaptsItsEstimateToThePromptThatTheProviderCounted() {
        user("x".repeat(400));
        printed("c1", 400);
        assertThat(context.tokens()).isEqualTo(201);

        context.adapt(new Overflow(none(), OptionalInt.of(402), OptionalInt.of(50)));

        assertThat(context.tokens()).isEqualTo(402);
        assertThat(context.limits().maxAnswer()).isEqualTo(50);
    }

    @Test
    void halvesTheWindowWhenTheProviderNamesNoNumbers() {
        user("x".repeat(400));
        printed("c1", 2_394);
        assertThat(context.tokens()).isEqualTo(700);

        assertThat(context.adapt(Overflow.UNKNOWN)).isTrue();
        assertThat(context.limits().tokens()).isEqualTo(350);
    }

    @Test
    void cannotAdaptAConversationOfUserMessagesAlone() {
        user("x".repeat(4_000));

        assertThat(context.adapt(Overflow.UNKNOWN)).isFalse();
    }

    @Test
    void adaptsOnlyAFewTimesBetweenTwoAnswers() {
        user("one");
        printed("c1", 2_000);
        int times = 0;
        while (times < 50 && context.adapt(new Overflow(OptionalInt.of(400), none(), none()))) {
            times++;
        }
        assertThat(times).isEqualTo(4);
        printed("c2", 10);
        assertThat(context.adapt(new Overflow(OptionalInt.of(400), none(), none()))).isTrue();
    }

    /// Whatever happens, a request begins with the user, answers every call right after it, and
    /// ends as the conversation does.
    @Test
    void alwaysSendsAValidConversation() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            log.clear();
            context =
                    context(
                            new ContextLimits(
                                    500 + random.nextInt(2_000),
                                    100,
                                    random.nextBoolean()
                                            ? none()
                                            : OptionalInt.of(500 + random.nextInt(3_000)),
                                    random.nextBoolean()
                                            ? none()
                                            : OptionalInt.of(1 + random.nextInt(5))));
            user("goal");
            for (int i = 0; i < 30; i++) {
                if (random.nextInt(4) == 0) {
                    user("message " + i);
                } else {
                    printed("c" + i, random.nextInt(random.nextInt(10) == 0 ? 9_000 : 400));
                }
                if (random.nextInt(3) == 0) {
                    model.fails(new ModelException(ModelException.Kind.UNREACHABLE, "gone"));
                } else {
                    model.says("Summary.");
                }
                context.fit();
                check(seed, context.messages());
            }
        }
    }

    private void check(int seed, List<Message> messages) {
        assertThat(messages.getFirst()).as("seed %d", seed).isInstanceOf(Message.User.class);
        List<String> open = new ArrayList<>();
        for (Message message : messages) {
            if (message instanceof Message.Results(List<Message.CallResult> given)) {
                assertThat(given.stream().map(Message.CallResult::callId)).isEqualTo(open);
                open.clear();
            } else {
                assertThat(open).as("seed %d", seed).isEmpty();
            }
            if (message instanceof Message.Assistant answer) {
                answer.calls().forEach(it -> open.add(it.callId()));
            }
        }
        assertThat(open).isEmpty();
        Message last = messages.getLast();
        if (log.stream()
                        .filter(it ->
                                it.body() instanceof Entry.User
                                        || it.body() instanceof Entry.Result)
                        .toList()
                        .getLast()
                        .body()
                instanceof Entry.User(List<Part> parts, String _)) {
            assertThat(last).isEqualTo(new Message.User(parts));
        }
        assertThat(context.tokens())
                .as("seed %d", seed)
                .isLessThanOrEqualTo(context.limits().tokens());
    }
}
