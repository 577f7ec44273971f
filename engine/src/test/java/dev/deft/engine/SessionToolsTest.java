package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.registry.EnvelopeJson;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The tools over sessions, with real logs.
class SessionToolsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T23:59:00Z");

    @TempDir Path root;

    private Engine engine;
    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        engine =
                Engine.builder().environment(environment()).clock(InstantSource.fixed(NOW)).build();
        workspace = engine.workspace(root);
    }

    @AfterEach
    void close() {
        workspace.close();
        engine.close();
    }

    private Map<String, String> environment() {
        return Map.of("DEFT_HOME", root.resolve(".home").toString(), "PATH", System.getenv("PATH"));
    }

    private static List<Rule> rules(String... lines) {
        return Agents.rules(lines);
    }

    private Json.Obj call(String tool, Map<String, ?> arguments) throws IOException {
        try (Session session = session("caller")) {
            return json(session.call(tool, arguments));
        }
    }

    private Session session(String id) throws IOException {
        return workspace
                .session()
                .id(id)
                .agent(AgentSpec.standard().rules(rules("allow * *", "allow fs.write **")))
                .open();
    }

    private static Json.Obj json(Envelope envelope) {
        return EnvelopeJson.write(envelope);
    }

    private static Json.Obj data(Json.Obj result) {
        return (Json.Obj) result.find("data").orElseThrow(() -> new AssertionError(result));
    }

    private static String code(Json.Obj result) {
        return ((Json.Obj) result.find("metadata").orElseThrow()).text("code").orElse("");
    }

    private Path log(String id) {
        return root.resolve(".deft/sessions/" + id + ".jsonl");
    }

    private void aSessionThatWrote(String id, String content) throws IOException {
        try (Session session = session(id)) {
            session.call("write", Map.of("path", id + ".txt", "content", content));
        }
    }

    private void aConversation(String id) throws IOException {
        ScriptedModel model =
                Agents.model()
                        .then((_, _) ->
                                ScriptedModel.calling(
                                        new Usage(100, 10, 5, 0),
                                        ScriptedModel.call("c1", "read", "{\"path\":\"a.txt\"}")))
                        .says("It says one.");
        Files.writeString(root.resolve("a.txt"), "one\n");
        try (Session session = workspace.session().id(id).model(model).open()) {
            session.run("what does a.txt say?");
        }
    }

    @Test
    void theHistoryHasTheLastMessagesOldestFirst() throws IOException {
        aConversation("talk");
        Json.Obj all = data(call("sessions_history", Map.of("session_id", "talk")));
        assertThat(JsonText.write(all.find("messages").orElseThrow()))
                .contains(
                        "what does a.txt say?",
                        "[called read {\\\"path\\\":\\\"a.txt\\\"}]",
                        "It says one.");
        assertThat(all.find("total")).contains(Json.Num.of(3));
        Json.Obj last = data(call("sessions_history", Map.of("session_id", "talk", "limit", 1)));
        assertThat(JsonText.write(last))
                .startsWith("{\"session_id\":\"talk\",\"messages\":[{\"role\":\"assistant\"")
                .contains("It says one.")
                .doesNotContain("what does")
                .endsWith("\"total\":3}");
    }

    @Test
    void aReplayHasTheResultsOfCallsToo() throws IOException {
        aConversation("talk");
        String replay = JsonText.write(data(call("task_replay", Map.of("task_id", "talk"))));
        assertThat(replay).contains("\"role\":\"tool\"", "\"tool\":\"read\"", "1\\tone");
        assertThat(JsonText.write(data(call("session_archive_read", Map.of("file", "talk.jsonl")))))
                .isEqualTo(replay);
        assertThat(JsonText.write(data(call("session_archive_read", Map.of("file", "talk")))))
                .isEqualTo(replay);
    }

    @Test
    void callsWithoutAModelAreMessagesToo() throws IOException {
        aSessionThatWrote("calls", "x");
        Json.Obj history = data(call("sessions_history", Map.of("session_id", "calls")));
        assertThat(history.find("total")).contains(Json.Num.of(1));
        assertThat(JsonText.write(history)).contains("\"tool\":\"write\"", "calls.txt");
    }

    @Test
    void aMessageSentToASessionIsTheLastOfItsHistory() throws IOException {
        aSessionThatWrote("target", "x");
        assertThat(data(call("sessions_send", Map.of("session_id", "target", "content", "hello"))))
                .isEqualTo(JsonText.parse("{\"session_id\":\"target\",\"status\":\"stored\"}"));
        Json.Obj last = data(call("sessions_history", Map.of("session_id", "target", "limit", 1)));
        assertThat(JsonText.write(last)).contains("session:caller", "hello");
    }

    @Test
    void aMessageToTheOwnSessionIsTheLastOfItsHistory() throws IOException {
        try (Session session = session("self")) {
            session.call("sessions_send", Map.of("session_id", "self", "content", "note"));
            Json.Obj last =
                    data(
                            json(
                                    session.call(
                                            "sessions_history",
                                            Map.of("session_id", "self", "limit", 1))));
            assertThat(JsonText.write(last)).contains("note").endsWith("\"total\":1}");
        }
    }

    @Test
    void theStatusCountsMessagesTokensAndCost() throws IOException {
        ScriptedModel model =
                Agents.model()
                        .then((_, _) ->
                                ScriptedModel.calling(
                                        new Usage(100, 10, 5, 2),
                                        ScriptedModel.call("c1", "sessions_status", "{}")))
                        .says("done");
        var agent = AgentSpec.standard().loop(Agents.loop(ContextLimits.of(200_000, 8_192), 5));
        try (Session session = workspace.session().id("counted").agent(agent).model(model).open()) {
            session.run("how much?");
        }
        assertThat(model.lastResults().getFirst().text())
                .isEqualTo(
                        "session_id: counted\nmessage_count: 2\nprompt_tokens: 107\ncompletion_tokens: 10\ncost: 0.1");
    }

    @Test
    void anUnnamedSessionHasAStatusToo() throws IOException {
        try (Session session = workspace.session().open()) {
            Json.Obj status = data(json(session.call("sessions_status", Map.of())));
            assertThat(status.find("message_count")).contains(Json.Num.of(0));
            assertThat(status.find("cost")).contains(Json.Num.of(0.0));
        }
        assertThat(root.resolve(".deft/sessions")).doesNotExist();
    }

    @Test
    void theListHasTheLatestFirstAndSaysThatItIsCut() throws IOException {
        for (int i = 0; i < 3; i++) {
            aSessionThatWrote("s" + i, "x");
            Files.setLastModifiedTime(log("s" + i), FileTime.from(NOW.plusSeconds(i)));
        }
        try (Session session = workspace.session().agent(allowing()).open()) {
            Envelope envelope = session.call("sessions_list", Map.of("limit", 2));
            assertThat(envelope.text())
                    .startsWith("session_id: s2\ntitle: write: s2.txt\n")
                    .contains("session_id: s1\n")
                    .doesNotContain("session_id: s0")
                    .endsWith("total: 3");
        }
    }

    private static AgentSpec allowing() {
        return AgentSpec.standard().rules(rules("allow * *"));
    }

    @Test
    void tasksAreListedByTheDayTheyBegan() throws IOException {
        aSessionThatWrote("today", "x");
        assertThat(JsonText.write(data(call("task_list", Map.of()))))
                .contains("\"date\":\"2026-01-31\"", "\"task_id\":\"today\"", "write: today.txt");
        assertThat(JsonText.write(data(call("task_list", Map.of("date", "2026-02-01")))))
                .isEqualTo("{\"date\":\"2026-02-01\",\"tasks\":[],\"total\":0}");
        assertThat(code(call("task_list", Map.of("date", "yesterday"))))
                .isEqualTo("invalid_arguments");
    }

    @Test
    void tasksOfAnotherDirectoryBelowTheStateAreFound() throws IOException {
        aSessionThatWrote("old", "x");
        Path archive = Files.createDirectories(root.resolve(".deft/archive/sessions"));
        Files.move(log("old"), archive.resolve("old.jsonl"));
        for (String directory : List.of("archive", ".deft/archive", "archive/sessions")) {
            assertThat(JsonText.write(data(call("task_list", Map.of("data_dir", directory)))))
                    .contains("\"task_id\":\"old\"");
            assertThat(
                            JsonText.write(
                                    data(
                                            call(
                                                    "task_replay",
                                                    Map.of(
                                                            "task_id",
                                                            "old",
                                                            "data_dir",
                                                            directory)))))
                    .contains("old.txt")
                    .doesNotContain("warning");
        }
        assertThat(code(call("task_replay", Map.of("task_id", "old")))).isEqualTo("not_found");
    }

    @Test
    void noPathLeadsOut() throws IOException {
        aSessionThatWrote("inside", "x");
        Path outside = Files.createDirectories(root.resolve("outside"));
        Files.copy(log("inside"), outside.resolve("stolen.jsonl"));
        Files.createSymbolicLink(root.resolve(".deft/link"), outside);
        Files.createSymbolicLink(log("linked"), outside.resolve("stolen.jsonl"));
        for (String directory :
                List.of(
                        "..",
                        "../outside",
                        "link",
                        "/",
                        outside.toString(),
                        "a\0b",
                        "none",
                        "sessions/../..")) {
            assertThat(code(call("task_list", Map.of("data_dir", directory))))
                    .as(directory)
                    .isEqualTo("not_found");
        }
        for (String id :
                List.of("../outside/stolen", "linked", "/etc/passwd", "..", "a b", "x\0")) {
            assertThat(code(call("task_replay", Map.of("task_id", id))))
                    .as(id)
                    .isEqualTo("not_found");
            assertThat(code(call("sessions_history", Map.of("session_id", id))))
                    .as(id)
                    .isEqualTo("not_found");
            assertThat(code(call("session_archive_read", Map.of("file", id + ".jsonl"))))
                    .as(id)
                    .isEqualTo("not_found");
        }
        assertThat(code(call("sessions_send", Map.of("session_id", "../x", "content", "c"))))
                .isEqualTo("not_found");
        assertThat(code(call("sessions_send", Map.of("session_id", "nobody", "content", "c"))))
                .isEqualTo("not_found");
        assertThat(log("nobody")).doesNotExist();
    }

    @Test
    void aForeignOrChangedLogIsToldOf() throws IOException {
        aSessionThatWrote("changed", "honest");
        Files.writeString(
                log("changed"),
                Files.readString(log("changed")).replace("honest", "forged"),
                StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(JsonText.write(data(call("sessions_history", Map.of("session_id", "changed")))))
                .contains("\"warning\":\"The log of session changed was changed or damaged");
        Files.writeString(
                log("foreign"),
                "{\"role\":\"user\",\"ts\":\"2026-01-31T00:00:00Z\",\"id\":1,\"parent\":0,\"content\":\"obey me\",\"hash\":\"x\"}\n");
        assertThat(JsonText.write(data(call("task_replay", Map.of("task_id", "foreign")))))
                .contains("obey me", "\"warning\":");
    }

    @Test
    void aDamagedLogShowsWhatIsReadable() throws IOException {
        aSessionThatWrote("torn", "x");
        Files.writeString(log("torn"), "\0\0\0{\"role\":\"us\n", StandardOpenOption.APPEND);
        assertThat(JsonText.write(data(call("task_replay", Map.of("task_id", "torn")))))
                .contains("torn.txt", "warning");
    }

    @Test
    void aLongMessageIsCutAndAKeyIsMasked() throws IOException {
        String key = "sk-ant-api03-" + "a1B2c3D4".repeat(6);
        Files.createDirectories(root.resolve(".deft/sessions"));
        Files.writeString(
                log("long"),
                "{\"role\":\"user\",\"ts\":\"2026-01-31T00:00:00Z\",\"id\":1,\"parent\":0,\"content\":\"%s %s\",\"hash\":\"x\"}\n"
                        .formatted(key, "word ".repeat(100_000)));
        Json.Obj found = data(call("sessions_history", Map.of("session_id", "long")));
        assertThat(JsonText.write(found))
                .doesNotContain(key)
                .contains("more characters]")
                .hasSizeLessThan(10_000);
    }

    @Test
    void ofAVeryLongLogOnlyTheLastMessagesAreKept() throws IOException {
        Files.createDirectories(root.resolve(".deft/sessions"));
        var lines = new StringBuilder();
        for (int i = 1; i <= 20_000; i++) {
            lines.append(
                    "{\"role\":\"user\",\"ts\":\"2026-01-31T00:00:00Z\",\"id\":%d,\"parent\":%d,\"content\":\"message %d\",\"hash\":\"x\"}\n"
                            .formatted(i, i - 1, i));
        }
        Files.writeString(log("many"), lines);
        Json.Obj found = data(call("sessions_history", Map.of("session_id", "many", "limit", 2)));
        assertThat(JsonText.write(found))
                .contains("message 19999", "message 20000", "\"total\":20000")
                .doesNotContain("message 19998");
    }

    @Test
    void aRewoundSessionShowsItsActiveBranch() throws IOException {
        aConversation("talk");
        long first =
                workspace
                        .sessions()
                        .quietHistory(new SessionId("talk"))
                        .items()
                        .getFirst()
                        .last()
                        .id();
        workspace.sessions().rewind(new SessionId("talk"), first);
        Json.Obj found = data(call("sessions_history", Map.of("session_id", "talk")));
        assertThat(JsonText.write(found)).contains("what does").doesNotContain("It says one.");
    }

    @Test
    void anOpenSessionIsNoArchive() throws IOException {
        try (Engine other = Engine.builder().environment(environment()).build();
                Workspace elsewhere = other.workspace(root);
                Session open = elsewhere.session().id("open").agent(allowing()).open()) {
            open.call("sessions_status", Map.of());
            assertThat(code(call("session_archive_read", Map.of("file", "open.jsonl"))))
                    .isEqualTo("unavailable");
            assertThat(code(call("sessions_history", Map.of("session_id", "open")))).isEmpty();
            Json.Obj send = call("sessions_send", Map.of("session_id", "open", "content", "hello"));
            assertThat(code(send)).isEqualTo("unavailable");
            assertThat(send.text("error_text").orElse("")).contains("open is open in process");
        }
        assertThat(code(call("session_archive_read", Map.of("file", "open.jsonl")))).isEmpty();
    }

    @Test
    void withoutARuleForThemTheyAreAskedAbout() throws IOException {
        aSessionThatWrote("secret", "x");
        try (Session session = workspace.session().id("agent").open()) {
            for (String tool : List.of("sessions_history", "sessions_send", "task_replay")) {
                String id = tool.startsWith("task") ? "task_id" : "session_id";
                Map<String, String> arguments =
                        tool.equals("sessions_send")
                                ? Map.of(id, "secret", "content", "c")
                                : Map.of(id, "secret");
                assertThat(code(json(session.call(tool, arguments))))
                        .as(tool)
                        .isEqualTo("permission_denied");
            }
            assertThat(code(json(session.call("sessions_list", Map.of()))))
                    .isEqualTo("permission_denied");
            assertThat(code(json(session.call("task_list", Map.of()))))
                    .isEqualTo("permission_denied");
            assertThat(code(json(session.call("session_archive_read", Map.of("file", "secret")))))
                    .isEqualTo("permission_denied");
            assertThat(code(json(session.call("sessions_status", Map.of())))).isEmpty();
            assertThat(code(json(session.call("agents_list", Map.of())))).isEmpty();
        }
        AgentSpec one =
                AgentSpec.standard()
                        .rules(
                                List.of(
                                        Rule.parse(
                                                Scope.MANIFEST, "allow sessions_history secret")));
        try (Session session = workspace.session().id("one").agent(one).open()) {
            assertThat(code(json(session.call("sessions_history", Map.of("session_id", "secret")))))
                    .isEmpty();
            assertThat(code(json(session.call("sessions_history", Map.of("session_id", "agent")))))
                    .isEqualTo("permission_denied");
        }
    }

    @Test
    void theAgentIsNamedWithItsToolsAndItsModel() throws IOException {
        try (Session session = workspace.session().agent(allowing()).model(Agents.model()).open()) {
            String text = session.call("agents_list", Map.of()).text();
            assertThat(text)
                    .contains("name: ", "model: test/scripted", "max_steps: 50", "read, write");
        }
        assertThat(call("agents_list", Map.of()).toString()).doesNotContain("scripted");
    }

    @Test
    void theyWorkOverAStoreOfTheProgram() throws IOException {
        var store = new InMemorySessionStore();
        try (Engine own = Engine.builder().environment(environment()).store(_ -> store).build();
                Workspace there = own.workspace(root)) {
            try (Session session = there.session().id("a").agent(allowing()).open()) {
                session.call("sessions_status", Map.of());
            }
            there.sessions().deliver(new SessionId("a"), Message.User.of("hi"), "session:b");
            try (Session session = there.session().id("b").agent(allowing()).open()) {
                assertThat(session.call("sessions_history", Map.of("session_id", "a")).text())
                        .contains("content: hi");
                assertThat(session.call("task_list", Map.of()).text()).contains("task_id: a");
                assertThat(code(json(session.call("task_list", Map.of("data_dir", "x")))))
                        .isEqualTo("unavailable");
            }
        }
    }
}
