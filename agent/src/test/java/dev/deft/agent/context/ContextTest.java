package dev.deft.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.host.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextTest extends ContextFixture {

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
    void sendsTheSameObjectsAgain() throws Exception {
        user("one");
        printed("c1", 600);
        user("two");
        user("three");
        step("c2", "bash", "{}", result("c2", "z".repeat(100)), new Usage(665, 10, 0, 0));
        List<Message> whole = context.messages();
        assertSame(context.messages(), whole);

        context.fit();
        List<Message> cleared = context.messages();
        assertThat(cleared.get(2)).isNotEqualTo(whole.get(2));
        context.fit();
        assertSame(context.messages(), cleared);
        assertSame(cleared.subList(3, cleared.size()), whole.subList(3, whole.size()));
    }

    @Test
    void sendsTheSameSummaryAgain() throws Exception {
        fillTheWindow();

        assertSame(context.messages(), context.messages());
    }

    private static void assertSame(List<Message> some, List<Message> others) {
        assertThat(some).hasSameSizeAs(others);
        for (int i = 0; i < some.size(); i++) {
            assertThat(some.get(i)).isSameAs(others.get(i));
        }
    }

    private void fillTheWindow() throws Exception {
        user("Mend the parser.");
        step("c1", "edit", "{\"path\":\"a.txt\"}", result("c1", "x".repeat(600)));
        user("And the lexer.");
        says("fine");
        user("Now test.");
        step("c2", "bash", "{}", result("c2", "ok"), new Usage(890, 10, 0, 0));
        model.says("It was mended.");
        context.fit();
    }

    @Test
    void replacesTheOlderPartByASummaryWhenTheWindowIsFull() throws Exception {
        fillTheWindow();

        assertThat(first())
                .isEqualTo(
                        """
                        [Context summary from earlier in this conversation:
                        It was mended.

                        The user's first request, word for word:
                        > Mend the parser.

                        Files changed so far: a.txt
                        ]\
                        """);
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
        fillTheWindow();
        List<Message> live = context.messages();

        assertThat(context(SMALL).messages()).isEqualTo(live);
    }

    @Test
    void continuesFromASummaryAlone() throws Exception {
        fillTheWindow();
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
        fillTheWindow();
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
                        "The conversation could not be summarized (It is gone.); old outputs were"
                                + " cleared instead.");
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
                        "[This output of 9000 characters was cut here: there is no room for more of"
                                + " it. Ask for a smaller part.]");
        assertThat(results().get(1).text()).hasSameSizeAs(results().get(3).text());
        assertThat(context.tokens()).isBetween(600L, 675L);
    }
}
