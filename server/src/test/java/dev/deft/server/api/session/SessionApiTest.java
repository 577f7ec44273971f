package dev.deft.server.api.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.Rule;
import dev.deft.server.EventClient;
import dev.deft.server.ServerFixture;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions by HTTP, on a real server with a scripted model.
class SessionApiTest {

    private static final String SESSIONS = "/v1/workspaces/main/sessions";
    private static final String ONE = SESSIONS + "/s1";

    @TempDir Path directory;

    private static Optional<String> none() {
        return Optional.empty();
    }

    private ServerFixture server(ScriptedModel model) throws Exception {
        return new ServerFixture(
                directory,
                model,
                it ->
                        it.rules(
                                List.of(
                                        Rule.parse(
                                                dev.deft.policy.Scope.MANIFEST,
                                                "allow fs.write **"))));
    }

    @Test
    void aConversationIsFollowedUndoneRewoundForkedAndExported() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("write", Map.of("path", "a.txt", "content", "one\n"))
                        .says("written")
                        .thenAlwaysSays("more");
        try (ServerFixture server = server(model)) {
            var made = server.post(SESSIONS, Map.of("id", "s1", "title", "A try"));
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            assertThat(made.text("state")).isEqualTo("idle");
            try (var events = new EventClient(server, ONE + "/events", none())) {
                events.await(it -> it.type().equals("state"));
                var sent = server.post(ONE + "/messages", Map.of("text", "write it"));
                assertThat(sent.status()).as(sent.body()).isEqualTo(202);
                assertThat(sent.text("state")).isEqualTo("running");
                events.await(it ->
                        it.type().equals("entry")
                                && it.data().contains("\"result\"")
                                && it.data().contains("\"done\""));
                assertThat(events.seen()).anyMatch(it -> it.type().equals("live"));
            }
            Json.Obj idle = server.await(ONE, "idle");
            assertThat(idle.text("title")).contains("A try");
            assertThat(Files.readString(server.root("main").resolve("a.txt"))).isEqualTo("one\n");

            List<Json.Obj> turns = server.get(ONE + "/turns").items();
            assertThat(turns).hasSize(1);
            assertThat(turns.getFirst().text("message")).contains("write it");
            assertThat(turns.getFirst().find("files")).contains(Json.Arr.ofTexts(List.of("a.txt")));
            assertThat(server.get(ONE + "/diff").text("diff")).contains("+one");

            var undone = server.post(ONE + "/undo", Map.of());
            assertThat(undone.status()).as(undone.body()).isEqualTo(200);
            assertThat(server.root("main").resolve("a.txt")).doesNotExist();
            assertThat(server.post(ONE + "/undo", Map.of()).status()).isEqualTo(409);
            assertThat(server.post(ONE + "/redo", Map.of()).status()).isEqualTo(200);
            assertThat(server.root("main").resolve("a.txt")).exists();

            long entry =
                    ((Json.Num) turns.getFirst().find("entry").orElseThrow()).asLong().orElse(0L);
            var preview = server.get(ONE + "/rewind?entry=" + entry);
            assertThat(preview.text("diff")).contains("+one");
            assertThat(preview.text("message")).isEqualTo("write it");
            var copy = server.post(ONE + "/fork", Map.of("id", "copy"));
            assertThat(copy.status()).as(copy.body()).isEqualTo(201);
            var back = server.post(ONE + "/rewind", Map.of("entry", entry, "files", true));
            assertThat(back.status()).as(back.body()).isEqualTo(200);
            assertThat(server.root("main").resolve("a.txt")).doesNotExist();
            assertThat(server.get(ONE + "/turns").items())
                    .allMatch(it -> it.find("undone").equals(Optional.of(new Json.Bool(true))));

            assertThat(server.get("/v1/sessions?q=try").items()).hasSize(2);
            assertThat(server.get(SESSIONS + "/copy/export?format=markdown").body())
                    .contains("written");
            assertThat(server.get(SESSIONS + "/copy/stats").body())
                    .contains("\"kind\":\"call\"", "\"tool\":\"write\"");
            assertThat(server.get(ONE + "/context").status()).isEqualTo(200);
            assertThat(server.send("DELETE", ONE, server.token(), "").status()).isEqualTo(204);
            assertThat(server.get(ONE).status()).isEqualTo(404);
            assertThat(server.notices()).isEmpty();
        }
    }

    @Test
    void anApprovalIsAnsweredOnceByWhoeverIsFirst() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("bash", Map.of("command", "touch made"))
                        .thenAlwaysSays("done");
        try (ServerFixture server = server(model)) {
            String bob = server.token("bob", EnumSet.allOf(AccessScope.class), Optional.empty());
            server.post(SESSIONS, Map.of("id", "s1", "message", "make it"));
            server.await(ONE, "waiting");
            Json.Obj request = server.get("/v1/requests?workspace=main").items().getFirst();
            assertThat(request.text("kind")).contains("approval");
            assertThat(request.text("tool")).contains("bash");
            assertThat(request.find("rules")).isPresent();
            String answer = ONE + "/requests/" + request.text("id").orElseThrow() + "/answer";

            String looker =
                    server.token(
                            "eve", Set.of(AccessScope.LOOK, AccessScope.SPEAK), Optional.empty());
            assertThat(server.send("POST", answer, looker, "{\"answer\":\"once\"}").status())
                    .isEqualTo(403);
            assertThat(server.send("POST", answer, bob, "{\"answer\":\"always\"}").status())
                    .isEqualTo(400);
            assertThat(
                            server.send(
                                            "POST",
                                            answer,
                                            bob,
                                            "{\"answer\":\"session\",\"rules\":[\"allow everything\"]}")
                                    .status())
                    .isEqualTo(400);
            assertThat(server.send("POST", answer, bob, "{\"answers\":[[\"x\"]]}").status())
                    .isEqualTo(400);
            var given = server.send("POST", answer, bob, "{\"answer\":\"once\"}");
            assertThat(given.status()).as(given.body()).isEqualTo(200);
            assertThat(given.text("answered_by")).isEqualTo("bob");
            var late = server.post(answer, Map.of("answer", "reject"));
            assertThat(late.status()).isEqualTo(409);
            assertThat(late.text("answered_by")).isEqualTo("bob");
            server.await(ONE, "idle");
            assertThat(server.root("main").resolve("made")).exists();
            assertThat(server.get("/v1/requests").items()).isEmpty();
        }
    }

    @Test
    void messagesWaitForTheRunAndARunIsInterrupted() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("bash", Map.of("command", "touch made"))
                        .thenAlwaysSays("done");
        try (ServerFixture server = server(model)) {
            server.post(SESSIONS, Map.of("id", "s1", "message", "first"));
            server.await(ONE, "waiting");
            assertThat(server.post(ONE + "/messages", Map.of("text", "second")).text("state"))
                    .isEqualTo("queued");
            assertThat(server.get(ONE).json().find("queued")).contains(Json.Num.of(1));
            assertThat(server.post(ONE + "/undo", Map.of()).status()).isEqualTo(409);
            assertThat(server.send("DELETE", ONE, server.token(), "").status()).isEqualTo(409);
            assertThat(server.post(ONE + "/interrupt", Map.of()).body()).contains("true");
            server.await(ONE, "idle");
            assertThat(server.get(ONE).json().find("queued")).contains(Json.Num.of(0));
            assertThat(server.root("main").resolve("made")).doesNotExist();
            assertThat(server.get(ONE + "/entries?limit=1000").body()).contains("second", "done");
            assertThat(server.get("/v1/requests").items()).isEmpty();
            assertThat(server.post(ONE + "/interrupt", Map.of()).body()).contains("false");
        }
    }

    @Test
    void whatIsWrongIsTold() throws Exception {
        try (ServerFixture server = server(new ScriptedModel().thenAlwaysSays("ok"))) {
            assertThat(server.post(SESSIONS, Map.of("id", "../x")).status()).isEqualTo(400);
            assertThat(server.post(SESSIONS, Map.of("agent", "nobody")).status()).isEqualTo(400);
            assertThat(server.post(SESSIONS, Map.of("id", "s1")).status()).isEqualTo(201);
            assertThat(server.post(SESSIONS, Map.of("id", "s1")).status()).isEqualTo(409);
            assertThat(server.post(ONE + "/messages", Map.of("text", " ")).status()).isEqualTo(400);
            assertThat(server.get(SESSIONS + "/none").status()).isEqualTo(404);
            assertThat(server.get(SESSIONS + "/none/events").status()).isEqualTo(404);
            assertThat(server.post(SESSIONS + "/none/messages", Map.of("text", "x")).status())
                    .isEqualTo(404);
            assertThat(server.get(ONE + "/entries?limit=0").status()).isEqualTo(400);
            assertThat(server.get(ONE + "/export?format=exe").status()).isEqualTo(400);
            assertThat(server.get(ONE + "/events?after=x").status()).isEqualTo(400);
            assertThat(server.get("/v1/workspaces/nowhere/sessions/s1").status()).isEqualTo(404);

            String guest =
                    server.token("guest", Set.of(AccessScope.LOOK), Optional.of(Set.of("other")));
            assertThat(server.send("GET", ONE, guest, "").status()).isEqualTo(404);
            assertThat(server.send("GET", ONE + "/events", guest, "").status()).isEqualTo(404);
            assertThat(server.send("GET", "/v1/sessions", guest, "").items()).isEmpty();
            String looker = server.token("eve", Set.of(AccessScope.LOOK), Optional.empty());
            assertThat(server.send("POST", ONE + "/messages", looker, "{\"text\":\"x\"}").status())
                    .isEqualTo(403);
        }
    }

    @Test
    void filesGoWithAMessage() throws Exception {
        var model = new ScriptedModel().thenAlwaysSays("seen");
        String text =
                Base64.getEncoder().encodeToString("secret plan".getBytes(StandardCharsets.UTF_8));
        String program = Base64.getEncoder().encodeToString(new byte[] {0x7f, 'E', 'L', 'F', 0, 1});
        try (ServerFixture server = server(model)) {
            server.post(SESSIONS, Map.of("id", "s1"));
            assertThat(
                            server.post(
                                            ONE + "/messages",
                                            Map.of(
                                                    "text",
                                                    "look",
                                                    "attachments",
                                                    List.of(
                                                            Map.of(
                                                                    "name",
                                                                    "plan.txt",
                                                                    "data",
                                                                    text))))
                                    .status())
                    .isEqualTo(202);
            server.await(ONE, "idle");
            assertThat(model.prompts().getFirst().messages().toString())
                    .contains("plan.txt", "secret plan");
            assertThat(
                            server.post(
                                            ONE + "/messages",
                                            Map.of(
                                                    "attachments",
                                                    List.of(Map.of("name", "a", "data", program))))
                                    .status())
                    .isEqualTo(400);
            assertThat(
                            server.post(
                                            ONE + "/messages",
                                            Map.of(
                                                    "attachments",
                                                    List.of(Map.of("name", "a", "data", "!!"))))
                                    .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void anotherAgentModelAndTitleAreKept() throws Exception {
        try (ServerFixture server = server(new ScriptedModel().thenAlwaysSays("ok"))) {
            server.post(SESSIONS, Map.of("id", "s1", "agent", "plan"));
            assertThat(server.get(ONE).text("agent")).isEqualTo("plan");
            var changed =
                    server.send(
                            "PATCH",
                            ONE,
                            server.token(),
                            "{\"title\":\"New name\",\"agent\":\"build\"}");
            assertThat(changed.status()).as(changed.body()).isEqualTo(200);
            assertThat(changed.text("title")).isEqualTo("New name");
            assertThat(changed.text("agent")).isEqualTo("build");
            assertThat(server.get("/v1/sessions?agent=build").items()).hasSize(1);
            assertThat(server.get("/v1/sessions?agent=plan").items()).isEmpty();
            assertThat(server.get("/v1/sessions?state=running").items()).isEmpty();
        }
    }
}
