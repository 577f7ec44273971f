package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What people see of a session: its history, its transcript and its line in a list.
class SessionHistoryTest {

    private static final SessionId ID = new SessionId("s1");
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final String SECRET = "ghp_" + "a1B2".repeat(9);

    private final InMemorySessionStore store = new InMemorySessionStore(InstantSource.fixed(START));

    private long put(Json.Obj entry) throws IOException {
        try (SessionLease lease = store.lease(ID)) {
            return lease.append(entry);
        }
    }

    private long put(Json.Obj entry, long parent) throws IOException {
        try (SessionLease lease = store.lease(ID)) {
            long id = lease.put(entry, parent);
            lease.await(id);
            return id;
        }
    }

    private static Json.Obj entry(String role) {
        return Json.Obj.EMPTY.with("role", role).with("ts", START.toString());
    }

    private static Json.Obj user(String text) {
        return entry("user").with("content", text);
    }

    private static Json.Obj answer(String text, String... calls) {
        List<Json> parts = new ArrayList<>();
        parts.add(Json.Obj.EMPTY.with("type", "text").with("text", text));
        for (String call : calls) {
            parts.add(
                    Json.Obj.EMPTY
                            .with("type", "call")
                            .with("call_id", call)
                            .with("tool", "bash")
                            .with("args", "{\"command\":\"run " + call + "\"}"));
        }
        return entry("assistant")
                .with("content", new Json.Arr(parts))
                .with("stop", calls.length == 0 ? "done" : "calls")
                .with("model", "m1");
    }

    private static Json.Obj call(String id) {
        return entry("call")
                .with("call_id", id)
                .with("tool", "bash")
                .with("args", Json.Obj.EMPTY.with("command", "make " + id));
    }

    private static Json.Obj result(String id) {
        return entry("result").with("call_id", id).with("tool", "bash").with("text", "out " + id);
    }

    private static Json.Obj title(String title) {
        return entry("title").with("title", title);
    }

    private static Json.Obj usage(long input) {
        return entry("usage")
                .with("input_tokens", Json.Num.of(input))
                .with("output_tokens", Json.Num.of(2))
                .with("model", "m0");
    }

    private SessionHistory history() throws IOException {
        return SessionHistory.read(store, ID);
    }

    private SessionSummary summary() throws IOException {
        return SessionSummary.of(store, ID, START);
    }

    private void requireTitle(String title) throws IOException {
        assertThat(history().title()).isEqualTo(title);
        assertThat(summary().title()).isEqualTo(title);
    }

    @Test
    void isCalledByItsLastTitleOrItsFirstMessageOrItsFirstCall() throws Exception {
        store.lease(ID).close();
        requireTitle("");
        put(result("c0"));
        requireTitle("bash");
        put(call("c1"));
        requireTitle("bash: make c1");
        put(call("c2"));
        requireTitle("bash: make c1");
        put(user("first"));
        requireTitle("first");
        put(user("second"));
        requireTitle("first");
        put(title("one"));
        requireTitle("one");
        put(title("two"));
        requireTitle("two");
    }

    @Test
    void isNotCalledByATitleThatWasRewound() throws Exception {
        long first = put(user("first"));
        put(title("inactive"));
        put(entry("rewind").with("to", Json.Num.of(first)), first);

        requireTitle("first");
        assertThat(history().entries()).hasSize(3);
        assertThat(history().branch()).hasSize(2);
    }

    @Test
    void hasTheUsageOfAllRequestsAndTheModelOfTheLastAnswer() throws Exception {
        assertThat(SessionHistory.of(List.of(), Optional.empty()).model()).isEmpty();
        put(usage(3));
        assertThat(history().model()).isEqualTo("m0");
        assertThat(summary().model()).isEqualTo("m0");
        long first = put(answer("a"));
        put(usage(5));
        put(entry("rewind").with("to", Json.Num.of(first)), first);
        put(usage(7));

        assertThat(history().model()).isEqualTo("m1");
        assertThat(history().usage()).isEqualTo(new Usage(15, 6, 0, 0));
        assertThat(summary().model()).isEqualTo("m1");
        assertThat(summary().usage()).isEqualTo(new Usage(15, 6, 0, 0));
    }

    @Test
    void hidesSecretsOfOldLogs() throws Exception {
        put(user("key " + SECRET));

        assertThat(history().title()).startsWith("key ").doesNotContain(SECRET);
        assertThat(summary().title()).startsWith("key ").doesNotContain(SECRET);
    }

    @Test
    void countsCallsByToolAndCategory() throws Exception {
        put(result("c1").with("duration_ms", Json.Num.of(10)).with("category", "shell"));
        put(
                result("c2")
                        .with("duration_ms", Json.Num.of(25))
                        .with("category", "shell")
                        .with("failed", new Json.Bool(true)));
        put(result("c3").with("tool", "read").with("failed", new Json.Bool(false)));
        put(entry("result"));
        put(call("c4"));

        assertThat(JsonText.write(history().stats()))
                .isEqualTo(
                        "{\"total\":4,\"byCategory\":{\"custom\":2,\"shell\":2},\"callStats\":{\"?\":{\"count\":1,\"failures\":0,\"avgDuration\":0},\"bash\":{\"count\":2,\"failures\":1,\"avgDuration\":17},\"read\":{\"count\":1,\"failures\":0,\"avgDuration\":0}}}");
    }

    @Test
    void groupsEntriesIntoNumberedItems() throws Exception {
        put(title("t"));
        put(user("hi"));
        put(answer("let me see", "c1", "c2"));
        put(entry("decision").with("call_id", "c1"));
        put(call("c1"));
        put(result("c1"));
        put(result("c2").with("args", "{}"));
        put(usage(1));
        put(answer("done"));

        List<Transcript.Item> items = history().items();

        assertThat(items).extracting(Transcript.Item::number).containsExactly(1, 2, 3);
        assertThat(items)
                .extracting(it -> it.first().id(), it -> it.last().id())
                .containsExactly(tuple(2L, 2L), tuple(3L, 8L), tuple(9L, 9L));
        assertThat(items.get(1).calls())
                .extracting(
                        Transcript.ItemCall::callId,
                        Transcript.ItemCall::tool,
                        Transcript.ItemCall::arguments,
                        it -> it.result().orElseThrow().text())
                .containsExactly(
                        tuple("c1", "bash", "{\"command\":\"run c1\"}", "out c1"),
                        tuple("c2", "bash", "{\"command\":\"run c2\"}", "out c2"));
        assertThat(items.get(0).calls()).isEmpty();
        assertThat(summary().turns()).isEqualTo(1);
    }

    @Test
    void startsNoItemWithOtherEntries() throws Exception {
        put(user("hi"));
        List<String> roles =
                List.of(
                        "usage",
                        "compaction",
                        "kept",
                        "todo",
                        "title",
                        "fork",
                        "undo",
                        "adopted",
                        "event",
                        "rewind",
                        "of-a-later-version");
        for (String role : roles) {
            put(entry(role));
        }

        Transcript.Item item = history().items().getFirst();
        assertThat(history().items()).hasSize(1);
        assertThat(item.entries()).hasSize(1 + roles.size());
        assertThat(item.calls()).isEmpty();
    }

    @Test
    void numbersCallsWithoutAModelOneByOne() throws Exception {
        put(entry("decision").with("call_id", "c1"));
        put(call("c1"));
        put(result("c1"));
        put(result("rejected").with("args", Json.Obj.EMPTY));
        put(call("c1"));

        List<Transcript.Item> items = history().items();

        assertThat(items)
                .extracting(it -> it.entries().size())
                .as("an id may be used again")
                .containsExactly(3, 1, 1);
        assertThat(items.get(0).calls())
                .singleElement()
                .isEqualTo(
                        new Transcript.ItemCall(
                                "c1",
                                "bash",
                                "{\"command\":\"make c1\"}",
                                Optional.of((Entry.Result) items.get(0).last().body())));
        assertThat(items.get(1).calls())
                .extracting(Transcript.ItemCall::arguments)
                .containsExactly("{}");
        assertThat(items.get(2).calls())
                .extracting(Transcript.ItemCall::result)
                .containsExactly(Optional.empty());
        assertThat(summary().turns()).isEqualTo(3);
        assertThat(items).extracting(it -> historyOf().turnOf(it)).containsExactly(1, 2, 3);
    }

    private SessionHistory historyOf() {
        try {
            return history();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void numbersTurnsOnAllBranchesAsUndoDoes() throws Exception {
        put(user("one"));
        put(answer("1"));
        put(user("two"));
        put(entry("rewind").with("to", Json.Num.of(2)), 2);
        put(user("three"));

        SessionHistory history = history();
        assertThat(history.items())
                .extracting(it -> it.first().id(), history::turnOf)
                .containsExactly(tuple(1L, 1), tuple(2L, 2), tuple(5L, 3));
        assertThat(IntStream.range(0, 7).map(history::turnsUpTo))
                .containsExactly(0, 1, 1, 2, 2, 3, 3);
        assertThat(history.turnOf(new Transcript.Item(1, List.of(entryWithId(99))))).isZero();
        assertThat(summary().turns()).as("on the active branch").isEqualTo(2);
    }

    private static Entry entryWithId(long id) {
        return new Entry(id, id - 1, START, new Entry.Titled(""));
    }

    @Test
    void joinsTheTextPartsOfAMessage() {
        assertThat(
                        SessionHistory.text(
                                List.of(
                                        new Part.Text("a"),
                                        new Part.Call("c", "t", "{}"),
                                        new Part.Text("b"))))
                .isEqualTo("a\nb");
    }

    @Test
    void isFoundByItsIdTitleMessagesAndArguments() throws Exception {
        put(user("question"));
        put(answer("reply", "c1"));
        put(call("c1"));
        put(title("Named"));

        assertThat(summary())
                .isEqualTo(
                        new SessionSummary(
                                "s1",
                                "Named",
                                START,
                                1,
                                "m1",
                                Usage.NONE,
                                "s1\nNamed\nquestion\nreply\n{\"command\":\"run c1\"}\nbash {\"command\":\"make c1\"}"));
    }

    @Test
    void isNotFoundByWordsOnAnInactiveBranch() throws Exception {
        put(user("active"));
        put(user("inactive"));
        put(entry("rewind").with("to", Json.Num.of(1)), 1);

        assertThat(summary().text()).contains("active").doesNotContain("inactive");
    }

    @Test
    void isFoundByTheFirstMegabyteOfItsText() throws Exception {
        String argument = "y".repeat(3_000);
        put(call("c1").with("args", Json.Obj.EMPTY.with("command", argument)));
        assertThat(summary().text().length())
                .isEqualTo("s1\nbash: \nbash ".length() + 3_000 + 2_000);

        for (int i = 0; i < 12; i++) {
            put(user("x".repeat(100_000)));
        }
        put(user("late"));
        SessionSummary summary = summary();
        int bound = "s1\n".length() + summary.title().length() + SummaryFold.MAX_TEXT_LENGTH;
        assertThat(summary.text().length()).isBetween(bound, bound + 1);
        assertThat(summary.text().contains("late")).isFalse();
        assertThat(summary.turns()).isEqualTo(13);
    }

    static List<Integer> seeds() {
        return IntStream.range(0, 60).boxed().toList();
    }

    /// The line in a list is folded entry by entry; the history holds all entries.
    @ParameterizedTest
    @MethodSource("seeds")
    void tellsTheSameInAListAndInItsHistory(int seed) throws Exception {
        var random = new Random(seed);
        boolean model = random.nextBoolean();
        for (int i = 1; i < 15; i++) {
            String id = "c" + random.nextInt(4);
            switch (random.nextInt(7)) {
                case 0 -> put(model ? user("u" + i) : call(id));
                case 1 -> put(model ? answer("a" + i, id) : result(id));
                case 2 -> put(call(id));
                case 3 -> put(result(id));
                case 4 -> put(title("t" + i));
                case 5 -> put(usage(i));
                default -> put(entry("rewind"), random.nextInt(i));
            }
        }
        SessionHistory history = history();
        SessionSummary summary = summary();

        assertThat(summary.title()).isEqualTo(history.title());
        assertThat(summary.model()).isEqualTo(history.model());
        assertThat(summary.usage()).isEqualTo(history.usage());
        long messages =
                history.branch().stream().filter(it -> it.body() instanceof Entry.User).count();
        assertThat(summary.turns()).isEqualTo(messages > 0 ? messages : history.items().size());
        assertThat(history.items().stream().flatMap(it -> it.entries().stream()).toList())
                .as("items hold the branch from the first one on")
                .isEqualTo(
                        history.branch().stream()
                                .dropWhile(it -> it.id() != firstItem(history))
                                .toList());
    }

    private static long firstItem(SessionHistory history) {
        return history.items().isEmpty() ? -1 : history.items().getFirst().first().id();
    }

    @Test
    void readsAnAnswerThatStopped() throws Exception {
        put(answer("a").with("stop", "length"));

        assertThat(history().branch().getFirst().body())
                .isEqualTo(
                        new Entry.Assistant(List.of(new Part.Text("a")), Answer.Stop.LENGTH, "m1"));
    }
}
