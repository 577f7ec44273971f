package dev.deft.agent.session;

import static dev.deft.agent.session.SomeCalls.NOTHING;
import static dev.deft.agent.session.SomeCalls.WRITE;
import static dev.deft.agent.session.SomeCalls.call;
import static dev.deft.agent.session.SomeCalls.prepared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Approval;
import dev.deft.run.Gates;
import dev.deft.run.ToolCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Attachment;
import dev.deft.tool.Capability;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolResult.Failure;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The entries that a log writes, field by field, and what is read from them.
class EntryFormatTest {

    private static final SessionId ID = new SessionId("s1");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final InstantSource CLOCK = InstantSource.fixed(NOW);
    private static final Json.Obj VALUE = Json.Obj.EMPTY.with("v", "1");

    private final InMemorySessionStore store = new InMemorySessionStore(CLOCK);
    private SessionWriter writer;
    private SessionLog log;

    @BeforeEach
    void open() throws IOException {
        writer = SessionWriter.open(store, ID, CLOCK);
        log = SessionLog.of(writer);
    }

    private String written() throws IOException {
        return JsonText.write(
                store.read(ID, 0).getLast().without("id").without("parent").without("ts"));
    }

    private Entry last() throws IOException {
        return Entry.of(store.read(ID, 0).getLast());
    }

    interface Writing {

        Entry to(SessionLog log) throws IOException;
    }

    static Stream<Arguments> entries() {
        return Stream.of(
                written(
                        it ->
                                it.addUserMessage(
                                        new Entry.User(
                                                List.of(
                                                        new Part.Text("hi"),
                                                        new Part.Media(
                                                                "image/png",
                                                                Bytes.wrap(new byte[] {1, 2, 3}))),
                                                "cron:x")),
                        """
                        {"role":"user","content":[{"type":"text","text":"hi"},{"type":"media","mime_type":"image/png","data":"AQID"}],"source":"cron:x"}\
                        """),
                written(
                        it ->
                                it.addAnswer(
                                        new Entry.Assistant(
                                                List.of(
                                                        new Part.Reasoning("hm", Json.Obj.EMPTY),
                                                        new Part.Reasoning("so", VALUE),
                                                        new Part.Call("c1", "bash", "{\"a")),
                                                Answer.Stop.CALLS,
                                                "m")),
                        """
                        {"role":"assistant","content":[{"type":"reasoning","text":"hm"},{"type":"reasoning","text":"so","sealed":{"v":"1"}},{"type":"call","call_id":"c1","tool":"bash","args":"{\\"a"}],"stop":"calls","model":"m"}\
                        """),
                written(
                        it -> it.addUsage(new Entry.TokenUsage(new Usage(1, 2, 3, 4), "m")),
                        """
                        {"role":"usage","input_tokens":1,"output_tokens":2,"cache_read":3,"cache_write":4,"model":"m"}\
                        """),
                written(
                        it -> it.addUsage(new Entry.TokenUsage(new Usage(1, 2, 3, 4, true), "m")),
                        """
                        {"role":"usage","input_tokens":1,"output_tokens":2,"cache_read":3,"cache_write":4,"model":"m","estimated":true}\
                        """),
                written(
                        it -> it.addSummary(new Entry.Summary("sum", NOW, "h", VALUE)),
                        """
                        {"role":"compaction","content":"sum","covers_through_ts":"2026-01-02T03:04:05Z","source_hash":"h","pinned":{"v":"1"}}\
                        """),
                written(it -> it.setTitle("t"), "{\"role\":\"title\",\"title\":\"t\"}"),
                written(
                        it -> it.addUndo(new Entry.Undone(false, List.of("a", "b"))),
                        "{\"role\":\"undo\",\"redone\":false,\"files\":[\"a\",\"b\"]}"),
                written(
                        it -> it.addUndo(new Entry.Undone(true, List.of())),
                        "{\"role\":\"undo\",\"redone\":true,\"files\":[]}"),
                written(
                        it -> it.addEvent(new Entry.Event(VALUE)),
                        "{\"role\":\"event\",\"event\":{\"v\":\"1\"}}"),
                written(SessionLog::adopt, "{\"role\":\"adopted\"}"),
                written(it -> it.rewind(1), "{\"role\":\"rewind\",\"to\":1}"),
                written(it -> it.rewind(0), "{\"role\":\"rewind\",\"to\":0}"));
    }

    private static Arguments written(Writing writing, String json) {
        return Arguments.of(writing, json.strip());
    }

    @ParameterizedTest
    @MethodSource("entries")
    void writesAndReadsBack(Writing writing, String json) throws Exception {
        log.setTitle("first");
        Entry returned = writing.to(log);

        assertThat(written()).isEqualTo(json);
        assertThat(last()).isEqualTo(returned);
        assertThat(returned.id()).isEqualTo(2);
        assertThat(returned.at()).isAfter(NOW);
    }

    @Test
    void writesAMessageWithTheStartOfItsRun() throws Exception {
        var message = new Entry.User(List.of(new Part.Text("hi")), "user");
        Entry returned = log.addUserMessage(message, new Entry.Event(VALUE));

        assertThat(store.read(ID, 0).stream().map(Entry::of).map(Entry::body))
                .containsExactly(message, new Entry.Event(VALUE));
        assertThat(returned).isEqualTo(Entry.of(store.read(ID, 0).getFirst()));
        assertThat(log.turn()).isEqualTo(1);
    }

    @Test
    void writesStoredValuesAndTheTaskListUnderTheirOwnRoles() throws Exception {
        var values = new SessionValues(writer, SecretMask.KEYS_ONLY);
        values.save("deft.env", VALUE);
        assertThat(written())
                .isEqualTo("{\"role\":\"kept\",\"name\":\"deft.env\",\"value\":{\"v\":\"1\"}}");
        assertThat(last().body()).isEqualTo(new Entry.StoredValue("deft.env", VALUE));
        values.save("todo", VALUE);
        assertThat(written())
                .isEqualTo("{\"role\":\"todo\",\"name\":\"todo\",\"value\":{\"v\":\"1\"}}");
        assertThat(last().body()).isEqualTo(new Entry.StoredValue("todo", VALUE));
    }

    @Test
    void writesTheOriginOfAFork() throws Exception {
        log.setTitle("t");
        store.fork(ID, 1, new SessionId("s2"));

        assertThat(
                        JsonText.write(
                                store.read(new SessionId("s2"), 0)
                                        .getLast()
                                        .without("id")
                                        .without("parent")))
                .isEqualTo(
                        "{\"role\":\"fork\",\"ts\":\"2026-01-02T03:04:05.000001Z\",\"from\":\"s1\",\"at\":1}");
    }

    private static Gates.Decision decision(
            Verdict verdict, Optional<Approval> answer, Optional<Failure> denied) {
        return new Gates.Decision(
                List.of(new Gates.GateVerdict("rules", verdict, List.of())), answer, denied);
    }

    @Test
    void writesDecisions() throws Exception {
        log.decision(
                call("c1"),
                decision(new Verdict.Allow("by rule 1"), Optional.empty(), Optional.empty()));
        assertThat(written())
                .isEqualTo(
                        "{\"role\":\"decision\",\"call_id\":\"c1\",\"gates\":[{\"gate\":\"rules\",\"says\":\"allow\",\"why\":\"by rule 1\"}],\"allowed\":true}");
        assertThat(((Entry.Decided) last().body()).allowed()).isTrue();

        var ask = new Verdict.Ask("why", List.of(), Verdict.AnswerStore.NONE);
        log.rerunDecision(
                call("c2"),
                decision(
                        new Verdict.Look("looks", ask),
                        Optional.of(Approval.REJECT),
                        Optional.of(ToolResult.failure(ErrorCode.PERMISSION_DENIED, "no"))));
        assertThat(written())
                .isEqualTo(
                        "{\"role\":\"decision\",\"call_id\":\"c2\",\"gates\":[{\"gate\":\"rules\",\"says\":\"allow\",\"why\":\"looks\"}],\"allowed\":false,\"mode\":\"look\",\"answer\":\"reject\"}");
        assertThat(last().body())
                .isEqualTo(new Entry.Decided("c2", false, store.read(ID, 0).getLast()));

        log.rerunDecision(
                call("c3"),
                decision(
                        ask,
                        Optional.of(Approval.session(List.of("allow read src/**"))),
                        Optional.empty()));
        assertThat(written())
                .endsWith(
                        "\"allowed\":true,\"answer\":\"session\",\"rules\":[\"allow read src/**\"]}");
    }

    @Test
    void writesTheIntentAndTheResultOfACall() throws Exception {
        log.intent(call("c1"), prepared(NOTHING));
        assertThat(written())
                .isEqualTo(
                        "{\"role\":\"call\",\"call_id\":\"c1\",\"tool\":\"nothing\",\"args\":{}}");
        assertThat(last().body()).isEqualTo(new Entry.Called("c1", "nothing", Json.Obj.EMPTY));

        log.result(call("c1"), Optional.of(SomeCalls.tool()), failed("c1"));
        assertThat(written())
                .isEqualTo(
                        "{\"role\":\"result\",\"call_id\":\"c1\",\"tool\":\"nothing\",\"category\":\"data\",\"failed\":true,\"duration_ms\":12,\"result\":{\"type\":\"error\",\"error_text\":\"not there\",\"metadata\":{\"duration_ms\":12,\"code\":\"not_found\"}}}");
        Entry.Result result = (Entry.Result) last().body();
        assertThat(result)
                .isEqualTo(
                        new Entry.Result(
                                "c1",
                                "nothing",
                                "",
                                true,
                                "not there",
                                List.of(),
                                result.envelope()));
    }

    private static Envelope failed(String id) {
        return new Envelope(
                id,
                ToolResult.failure(ErrorCode.NOT_FOUND, "not there"),
                NOW,
                Duration.ofMillis(12),
                Optional.empty());
    }

    @Test
    void writesTheArgumentsOfACallThatNeverStarted() throws Exception {
        log.result(ToolCall.of("c1", "gone", VALUE), Optional.empty(), failed("c1"));
        assertThat(written())
                .contains("\"tool\":\"gone\",\"category\":\"custom\"")
                .endsWith("\"args\":{\"v\":\"1\"}}");
        assertThat(((Entry.Result) last().body()).arguments()).isEqualTo("{\"v\":\"1\"}");

        log.result(ToolCall.of("c2", "gone", "{\"a"), Optional.empty(), failed("c2"));
        assertThat(written()).endsWith("\"args\":\"{\\\"a\"}");
        assertThat(((Entry.Result) last().body()).arguments()).isEqualTo("{\"a");

        log.intent(call("c3"), prepared(NOTHING));
        log.result(call("c3"), Optional.empty(), failed("c3"));
        assertThat(written()).doesNotContain("\"args\"");
    }

    @Test
    void writesTextAndMediaForTheModel() throws Exception {
        log.addUserMessage(new Entry.User(List.of(), "user"));
        var png = Bytes.wrap(new byte[] {1, 2, 3});
        log.intent(call("c1"), prepared(NOTHING));
        log.result(
                call("c1"),
                Optional.empty(),
                new Envelope(
                        "c1",
                        ToolResult.output(new SomeCalls.None(), "seen", "t")
                                .with(List.of(new Attachment("a.png", "image/png", png))),
                        NOW,
                        Duration.ZERO,
                        Optional.empty()));

        Entry.Result result = (Entry.Result) last().body();
        assertThat(result.text()).isEqualTo("seen");
        assertThat(result.media()).containsExactly(new Part.Media("image/png", png));
        assertThat(result.failed()).isFalse();
        assertThat(written())
                .endsWith(
                        "\"media\":[{\"type\":\"media\",\"mime_type\":\"image/png\",\"data\":\"AQID\"}]}");
    }

    @Test
    void writesTheResultOfACallThatACrashInterrupted() throws Exception {
        log.intent(call("c1"), prepared(WRITE));
        log.close();
        SessionWriter.open(store, ID, CLOCK).close();

        assertThat(written())
                .isEqualTo(
                        "{\"role\":\"result\",\"call_id\":\"c1\",\"tool\":\"nothing\",\"failed\":true,\"duration_ms\":0,\"result\":{\"type\":\"error\",\"error_text\":\"The call was interrupted; whether it took effect is not known. Look before you repeat it.\",\"metadata\":{\"duration_ms\":0,\"code\":\"interrupted\"}}}");
    }

    @ParameterizedTest
    @EnumSource(Answer.Stop.class)
    void readsEveryStopReason(Answer.Stop stop) throws Exception {
        log.addAnswer(new Entry.Assistant(List.of(), stop, ""));

        assertThat(((Entry.Assistant) last().body()).stop()).isEqualTo(stop);
    }

    static Stream<Arguments> lenient() {
        return Stream.of(
                read("{}", new Entry.Unknown(Json.Obj.EMPTY)),
                read("{\"role\":\"user\"}", new Entry.User(List.of(), "user")),
                read(
                        "{\"role\":\"user\",\"content\":\"plain\"}",
                        new Entry.User(List.of(new Part.Text("plain")), "user")),
                read(
                        "{\"role\":\"user\",\"content\":[7,{},{\"type\":\"new\"},{\"type\":\"text\"},{\"type\":\"media\",\"data\":\"!\"},{\"type\":\"call\"},{\"type\":\"reasoning\"}]}",
                        new Entry.User(
                                List.of(
                                        new Part.Text(""),
                                        new Part.Media("application/octet-stream", Bytes.EMPTY),
                                        new Part.Call("", "", ""),
                                        new Part.Reasoning("", Json.Obj.EMPTY)),
                                "user")),
                read(
                        "{\"role\":\"assistant\",\"stop\":\"new\"}",
                        new Entry.Assistant(List.of(), Answer.Stop.DONE, "")),
                read("{\"role\":\"call\"}", new Entry.Called("", "", Json.Obj.EMPTY)),
                read("{\"role\":\"usage\"}", new Entry.TokenUsage(Usage.NONE, "")),
                read(
                        "{\"role\":\"usage\",\"input_tokens\":\"7\",\"output_tokens\":1.5,\"estimated\":\"true\"}",
                        new Entry.TokenUsage(Usage.NONE, "")),
                read(
                        "{\"role\":\"compaction\",\"covers_through_ts\":\"soon\"}",
                        new Entry.Summary("", Instant.EPOCH, "", Json.Obj.EMPTY)),
                read("{\"role\":\"todo\"}", new Entry.StoredValue("todo", Json.Obj.EMPTY)),
                read("{\"role\":\"title\"}", new Entry.Titled("")),
                read("{\"role\":\"fork\"}", new Entry.Forked("", 0)),
                read("{\"role\":\"rewind\",\"to\":null}", new Entry.Rewound(0)),
                read(
                        "{\"role\":\"undo\",\"files\":[\"a\",7]}",
                        new Entry.Undone(false, List.of("a"))),
                read("{\"role\":\"undo\",\"files\":\"a\"}", new Entry.Undone(false, List.of())),
                read("{\"role\":\"event\",\"event\":[]}", new Entry.Event(Json.Obj.EMPTY)),
                read(
                        "{\"role\":\"result\"}",
                        new Entry.Result("", "", "", false, "{}", List.of(), Json.Obj.EMPTY)),
                read(
                        "{\"role\":\"result\",\"args\":[1],\"result\":{\"data\":{\"v\":\"1\"}}}",
                        new Entry.Result(
                                "",
                                "",
                                "[1]",
                                false,
                                "{\"v\":\"1\"}",
                                List.of(),
                                Json.Obj.EMPTY.with("data", VALUE))));
    }

    private static Arguments read(String json, Entry.Body body) {
        return Arguments.of(json, body);
    }

    @ParameterizedTest
    @MethodSource("lenient")
    void readsWhatAnotherVersionWrote(String json, Entry.Body body) throws Exception {
        assertThat(Entry.of(JsonText.parseObject(json)))
                .isEqualTo(new Entry(0, 0, Instant.EPOCH, body));
    }

    @Test
    void storesASessionWhenACallCanChangeSomething() throws Exception {
        for (Capability capability : Capability.values()) {
            var id = new SessionId("d-" + capability.name().replace('_', '-'));
            try (SessionLog deferred = SessionLog.of(SessionWriter.deferred(store, id, CLOCK))) {
                deferred.intent(call("c1"), prepared(new Touch(capability, "x")));
                boolean stored =
                        switch (capability) {
                            case FS_WRITE, SHELL_RUN, NET_FETCH -> true;
                            case FS_READ, NONE -> false;
                        };
                assertThat(store.exists(id)).as(capability.name()).isEqualTo(stored);
            }
        }
    }
}
