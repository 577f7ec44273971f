package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.FakeModel;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Overflow;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContextTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    /// 1,000 tokens, of which a prompt may use 900.
    private static final ContextLimits SMALL = ContextLimits.of(1_000, 100);

    private final FakeModel model = new FakeModel();
    private final List<String> warnings = new ArrayList<>();
    private final List<Entry> log = new ArrayList<>();
    private final List<Entry.Summary> summaries = new ArrayList<>();
    private Context context = context(SMALL);

    private Context context(ContextLimits limits) {
        return new Context(
                limits,
                model,
                new Context.Recorder() {
                    @Override
                    public void record(Entry.Summary summary, Answer answer) {
                        summaries.add(summary);
                        add(summary);
                    }

                    @Override
                    public void warn(String text) {
                        warnings.add(text);
                    }
                },
                List.copyOf(log));
    }

    private Entry add(Entry.Body body) {
        int id = log.size() + 1;
        log.add(new Entry(id, id - 1L, START.plusSeconds(id), body));
        return log.getLast();
    }

    private void user(String text) {
        Entry entry = add(new Entry.User(List.of(new Part.Text(text)), "user"));
        context.addUserMessage(Message.User.of(text), entry.at());
    }

    /// A step with one call.
    private void step(String id, String tool, String arguments, Message.CallResult result) {
        step(id, tool, arguments, result, Usage.NONE);
    }

    private void step(
            String id, String tool, String arguments, Message.CallResult result, Usage usage) {
        List<Part> parts = List.of(new Part.Call(id, tool, arguments));
        Entry entry = add(new Entry.Assistant(parts, Answer.Stop.CALLS, "m"));
        if (!usage.equals(Usage.NONE)) {
            add(new Entry.TokenUsage(usage, "m"));
        }
        add(
                new Entry.Result(
                        id,
                        tool,
                        arguments,
                        result.failed(),
                        result.text(),
                        result.images(),
                        Json.Obj.EMPTY));
        context.addStep(new Message.Assistant(parts), List.of(result), entry.at(), usage);
    }

    private void printed(String id, int length) {
        step(id, "bash", "{}", result(id, "x".repeat(length)));
    }

    private void says(String text) {
        List<Part> parts = List.of(new Part.Text(text));
        Entry entry = add(new Entry.Assistant(parts, Answer.Stop.DONE, "m"));
        context.addStep(new Message.Assistant(parts), List.of(), entry.at(), Usage.NONE);
    }

    private static Message.CallResult result(String id, String text) {
        return new Message.CallResult(id, text, List.of(), false);
    }

    private String first() {
        return MessageSizes.text(((Message.User) context.messages().getFirst()).parts());
    }

    private List<Message.CallResult> results() {
        return context.messages().stream()
                .filter(Message.Results.class::isInstance)
                .flatMap(it -> ((Message.Results) it).results().stream())
                .toList();
    }

    @Test
    void sendsTheWholeConversationAsLongAsItFits() throws Exception {
        user("one");
        printed("c1", 100);
        says("done");
        context.fit();

        assertThat(context.messages())
                .containsExactly(
                        Message.User.of("one"),
                        new Message.Assistant(List.of(new Part.Call("c1", "bash", "{}"))),
                        new Message.Results(List.of(result("c1", "x".repeat(100)))),
                        new Message.Assistant(List.of(new Part.Text("done"))));
        assertThat(model.prompts()).isEmpty();
        assertThat(context.maxAnswerTokens()).isEqualTo(100);
    }

    @Test
    void clearsOldOutputsAtThreeQuartersOfTheRoom() throws Exception {
        user("one");
        printed("c1", 600);
        step("c2", "bash", "{}", new Message.CallResult("c2", "y".repeat(100), List.of(), true));
        step("c3", "bash", "{}", result("c3", "short"));
        step(
                "c4",
                "read",
                "{}",
                new Message.CallResult(
                        "c4", "", List.of(new Part.Media("image/png", Bytes.of("dot"))), false));
        user("two");
        user("three");
        step("c5", "bash", "{}", result("c5", "z".repeat(100)), new Usage(665, 10, 0, 0));
        context.fit();

        String cleared =
                "[This output was cleared to save room. Call the tool again if you still need it.]";
        assertThat(results())
                .containsExactly(
                        result("c1", cleared),
                        new Message.CallResult("c2", "y".repeat(100), List.of(), true),
                        result("c3", "short"),
                        result("c4", cleared),
                        result("c5", "z".repeat(100)));
        assertThat(model.prompts()).as("no summary").isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void clearsNothingBelowThreeQuarters() throws Exception {
        user("one");
        printed("c1", 600);
        user("two");
        user("three");
        step("c5", "bash", "{}", result("c5", ""), new Usage(664, 10, 0, 0));
        context.fit();

        assertThat(results().getFirst()).isEqualTo(result("c1", "x".repeat(600)));
    }

    @Test
    void replacesTheOlderPartByASummaryWhenTheWindowIsFull() throws Exception {
        user("Mend the parser.");
        step("c1", "edit", "{\"path\":\"a.txt\"}", result("c1", "x".repeat(600)));
        user("And the lexer.");
        says("fine");
        user("Now test.");
        step("c2", "bash", "{}", result("c2", "ok"), new Usage(890, 10, 0, 0));
        model.says("It was mended.");
        context.fit();

        assertThat(first())
                .isEqualTo(
                        "[Context summary from earlier in this conversation:\n"
                                + "It was mended.\n\n"
                                + "The user's first request, word for word:\n"
                                + "> Mend the parser.\n\n"
                                + "Files changed so far: a.txt\n]");
        assertThat(context.messages().subList(1, 3))
                .containsExactly(
                        Message.User.of("And the lexer."),
                        new Message.Assistant(List.of(new Part.Text("fine"))));
        assertThat(context.messages()).hasSize(6);
        assertThat(summaries)
                .singleElement()
                .satisfies(it -> assertThat(it.coversThrough()).isEqualTo(log.get(1).at()));
        assertThat(model.prompts().getFirst().tools()).isEmpty();
        assertThat(model.prompts().getFirst().maxTokens()).isEqualTo(100);
        String asked = model.prompts().getFirst().messages().toString();
        assertThat(asked)
                .contains("User: Mend the parser.")
                .contains("[call] edit {\"path\":\"a.txt\"}")
                .contains("[result] xxx")
                .doesNotContain("lexer");
        context.fit();
        assertThat(model.prompts()).as("once").hasSize(1);
    }

    @Test
    void keepsNoMoreThanAQuarterOfTheRoomBesidesTheLastStep() throws Exception {
        user("one");
        printed("c1", 300);
        printed("c2", 300);
        step("c3", "bash", "{}", result("c3", "z".repeat(300)), new Usage(890, 10, 0, 0));
        model.says("Summary.");
        context.fit();

        assertThat(results()).containsExactly(result("c3", "z".repeat(300)));
    }

    @Test
    void keepsTheLastTwoTurns() throws Exception {
        user("one");
        says("ok");
        user("two");
        says("ok");
        user("three");
        step("c1", "bash", "{}", result("c1", ""), new Usage(890, 10, 0, 0));
        model.says("Summary.");
        context = context(SMALL);
        context.fit();

        assertThat(context.messages().get(1)).isEqualTo(Message.User.of("two"));
        assertThat(context.messages()).hasSize(6);
    }

    @Test
    void continuesFromTheLogAsItWas() throws Exception {
        replacesTheOlderPartByASummaryWhenTheWindowIsFull();
        List<Message> live = context.messages();

        assertThat(context(SMALL).messages()).isEqualTo(live);
    }

    @Test
    void continuesFromASummaryAlone() throws Exception {
        replacesTheOlderPartByASummaryWhenTheWindowIsFull();
        List<Message> live = context.messages();
        int from =
                log.indexOf(
                        log.stream()
                                .filter(it ->
                                        it.body()
                                                .equals(
                                                        new Entry.User(
                                                                List.of(
                                                                        new Part.Text(
                                                                                "And the lexer.")),
                                                                "user")))
                                .findFirst()
                                .orElseThrow());
        List<Entry> rest = List.copyOf(log.subList(from, log.size()));
        log.clear();
        log.addAll(rest);
        context = context(SMALL);
        assertThat(context.messages()).isEqualTo(live);

        printed("c3", 4_000);
        model.says("More was mended.");
        context.fit();
        assertThat(first())
                .contains("More was mended.")
                .contains("> Mend the parser.")
                .contains("> Now test.")
                .contains("a.txt");
    }

    @Test
    void ignoresASummaryOfOtherEntries() throws Exception {
        replacesTheOlderPartByASummaryWhenTheWindowIsFull();
        log.set(
                0,
                new Entry(
                        1,
                        0,
                        log.getFirst().at(),
                        new Entry.User(List.of(new Part.Text("Something else.")), "user")));

        assertThat(context(SMALL).messages().getFirst())
                .isEqualTo(Message.User.of("Something else."));
    }

    @Test
    void clearsAndDropsWhenNoSummaryCanBeMade() throws Exception {
        user("Mend the parser.");
        printed("c1", 6_000);
        says("y".repeat(3_000));
        user("Now test.");
        printed("c2", 100);
        model.fails(new ModelException(ModelException.Kind.UNREACHABLE, "It is gone."));
        context.fit();

        assertThat(warnings)
                .containsExactly(
                        "The conversation could not be summarized (It is gone.); old outputs were cleared instead.");
        assertThat(results().getFirst().text()).startsWith("[This output was cleared");
        printed("c3", 3_000);
        model.fails(new ModelException(ModelException.Kind.UNREACHABLE, "It is gone."));
        context.fit();
        assertThat(warnings)
                .hasSize(3)
                .last()
                .isEqualTo("A part of the conversation was dropped to make room.");
        assertThat(first())
                .contains("A part of the conversation was dropped here.")
                .contains("> Mend the parser.")
                .contains("> Now test.");
        assertThat(results()).hasSize(1);
    }

    @Test
    void treatsAnEmptySummaryAsNone() throws Exception {
        user("one");
        printed("c1", 6_000);
        printed("c2", 100);
        model.says(" \n");
        context.fit();

        assertThat(warnings).first().asString().contains("the model gave an empty summary");
        assertThat(summaries).isEmpty();
    }

    @Test
    void shortensTheLastOutputWhenItAloneIsTooLong() throws Exception {
        user("one");
        List<Part> parts = new ArrayList<>();
        List<Message.CallResult> results = new ArrayList<>();
        for (int length : List.of(10, 9_000, 50, 9_000)) {
            String id = "c" + results.size();
            parts.add(new Part.Call(id, "bash", "{}"));
            results.add(result(id, "x".repeat(length)));
        }
        context.addStep(new Message.Assistant(parts), results, START, Usage.NONE);
        model.says("Summary.");
        context.fit();

        assertThat(results().get(0)).isEqualTo(results.get(0));
        assertThat(results().get(2)).isEqualTo(results.get(2));
        assertThat(results().get(1).text())
                .startsWith("xxx")
                .endsWith(
                        "[This output of 9000 characters was cut here: there is no room for more of it. Ask for a smaller part.]");
        assertThat(results().get(1).text()).hasSameSizeAs(results().get(3).text());
        assertThat(context.tokens()).isBetween(600L, 675L);
    }

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
