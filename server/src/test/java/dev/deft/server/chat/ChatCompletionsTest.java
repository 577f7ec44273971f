package dev.deft.server.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.LoopbackServer;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatCompletionsTest {

    @TempDir Path temp;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpResponse<String> send(
            LoopbackServer server, String token, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.address().resolve("/v1/chat/completions"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String get(LoopbackServer server, String path, String token) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.address().resolve(path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static Json at(Json json, Object... path) {
        Json here = json;
        for (Object it : path) {
            here =
                    it instanceof Integer index
                            ? ((Json.Arr) here).items().get(index)
                            : ((Json.Obj) here).find((String) it).orElseThrow();
        }
        return here;
    }

    private static final String HELLO =
            """
            {"model": "demo", "messages": [{"role": "user", "content": "Hello"}]}\
            """;

    @Test
    void answersWithTheTextOfAllStepsAndTheSession() throws Exception {
        var model =
                new ScriptedModel()
                        .then((_, listener) -> {
                            listener.text("I look.");
                            return ScriptedModel.calling(
                                    Usage.NONE, ScriptedModel.call("c1", "ls", "{}"));
                        })
                        .says("Two files.");
        try (var server = LoopbackServer.start(temp, model)) {
            HttpResponse<String> response = send(server, server.token(), HELLO);

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            Json.Obj body = JsonText.parseObject(response.body());
            assertThat(body.text("object")).contains("chat.completion");
            assertThat(at(body, "choices", 0, "message", "content"))
                    .isEqualTo(new Json.Str("I look.\n\nTwo files."));
            assertThat(at(body, "choices", 0, "finish_reason")).isEqualTo(new Json.Str("stop"));
            String session = ((Json.Str) at(body, "x_deft", "session")).value();
            assertThat(response.headers().firstValue("X-Deft-Session")).contains(session);
            assertThat(get(server, "/v1/workspaces/demo/sessions/" + session, server.token()))
                    .contains("\"title\":\"Hello\"");
        }
    }

    @Test
    void streamsPiecesThenTheTokensThenTheEnd() throws Exception {
        try (var server =
                LoopbackServer.start(temp, new ScriptedModel().says("Good day to you."))) {
            HttpResponse<String> response =
                    send(
                            server,
                            server.token(),
                            """
                            {"model": "demo", "stream": true, "stream_options": {"include_usage": true},
                             "messages": [{"role": "user", "content": "Hello"}]}\
                            """);

            assertThat(response.headers().firstValue("Content-Type").orElse(""))
                    .startsWith("text/event-stream");
            List<String> data =
                    response.body()
                            .lines()
                            .filter(it -> !it.isBlank() && !it.startsWith(":"))
                            .toList();
            assertThat(data).allMatch(it -> it.startsWith("data: "));
            assertThat(data.getLast()).isEqualTo("data: [DONE]");
            assertThat(data.get(data.size() - 2)).contains("\"prompt_tokens\"");
            StringBuilder text = new StringBuilder();
            for (String it : data.subList(0, data.size() - 2)) {
                Json.Obj chunk = JsonText.parseObject(it.substring(6));
                assertThat(chunk.text("object")).contains("chat.completion.chunk");
                ((Json.Obj) at(chunk, "choices", 0, "delta"))
                        .text("content")
                        .ifPresent(text::append);
            }
            assertThat(text.toString()).isEqualTo("Good day to you.");
        }
    }

    @Test
    void givesTheModelTheEarlierConversationAndTheSystemMessages() throws Exception {
        var model = new ScriptedModel().says("Ann.");
        try (var server = LoopbackServer.start(temp, model)) {
            HttpResponse<String> response =
                    send(
                            server,
                            server.token(),
                            """
                            {"model": "demo", "messages": [
                              {"role": "system", "content": "Answer in one word. CANARY-SYSTEM"},
                              {"role": "user", "content": "I am Ann."},
                              {"role": "assistant", "content": "Hello Ann."},
                              {"role": "user", "content": [{"type": "text", "text": "Who am I?"}]}]}\
                            """);

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            String prompt = model.prompts().getFirst().toString();
            assertThat(prompt).contains("CANARY-SYSTEM", "I am Ann.", "Hello Ann.", "Who am I?");
        }
    }

    @Test
    void goesOnInASessionThatIsNamed() throws Exception {
        var model = new ScriptedModel().says("One.").says("Two.");
        try (var server = LoopbackServer.start(temp, model)) {
            String token = server.token();
            String session =
                    send(server, token, HELLO).headers().firstValue("X-Deft-Session").orElseThrow();

            HttpResponse<String> second =
                    send(server, token, HELLO.replace("Hello", "More"), "X-Deft-Session", session);

            assertThat(second.body()).contains("Two.").contains(session);
            assertThat(model.prompts().getLast().toString()).contains("Hello", "One.", "More");
        }
    }

    @Test
    void refusesInTheShapeOfOpenAi() throws Exception {
        try (var server = LoopbackServer.start(temp, new ScriptedModel().thenAlwaysSays("Hm."))) {
            String token = server.token();
            Map<String, String> wrong =
                    Map.of(
                            "{\"messages\": []}",
                            "model",
                            HELLO.replace("\"demo\"", "\"nowhere\""),
                            "model",
                            HELLO.replace("\"demo\"", "\"demo/nobody\""),
                            "model",
                            HELLO.replace("\"user\"", "\"tool\""),
                            "messages[0].role",
                            HELLO.replace("{\"model\"", "{\"n\": 2, \"model\""),
                            "n",
                            HELLO.replace("{\"model\"", "{\"tools\": [{}], \"model\""),
                            "tools",
                            HELLO.replace(
                                    "\"Hello\"",
                                    "[{\"type\": \"image_url\", \"image_url\": {\"url\": \"http://169.254.169.254/\"}}]"),
                            "messages[0].content[0].image_url.url");
            for (Map.Entry<String, String> it : wrong.entrySet()) {
                HttpResponse<String> response = send(server, token, it.getKey());
                assertThat(response.statusCode()).as(it.getKey()).isBetween(400, 404);
                Json error = at(JsonText.parseObject(response.body()), "error");
                assertThat(at(error, "param")).isEqualTo(new Json.Str(it.getValue()));
                assertThat(at(error, "message").toString()).isNotBlank();
            }
        }
    }

    @Test
    void isNotForThoseWhoMayOnlyLookAndHidesOtherWorkspaces() throws Exception {
        try (var server = LoopbackServer.start(temp, new ScriptedModel().thenAlwaysSays("Hm."))) {
            String looks = server.token(Set.of(AccessScope.LOOK), Optional.empty());
            String other =
                    server.token(
                            Set.of(AccessScope.LOOK, AccessScope.SPEAK),
                            Optional.of(Set.of("other")));

            assertThat(send(server, "deft_none_xxxxxxxxxxxxxxxxxxxxxxxx", HELLO).statusCode())
                    .isEqualTo(401);
            assertThat(send(server, looks, HELLO).statusCode()).isEqualTo(403);
            assertThat(send(server, other, HELLO).statusCode()).isEqualTo(404);
            assertThat(get(server, "/v1/models", other)).contains("other").doesNotContain("demo");
        }
    }

    @Test
    void answersWithAValueIfAShapeIsAskedFor() throws Exception {
        try (var server =
                LoopbackServer.start(
                        temp, new ScriptedModel().thenAlwaysSays("Here: {\"n\": 3}"))) {
            HttpResponse<String> response =
                    send(
                            server,
                            server.token(),
                            """
                            {"model": "demo", "messages": [{"role": "user", "content": "How many?"}],
                             "response_format": {"type": "json_schema", "json_schema": {"name": "n",
                               "schema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}}}}\
                            """);

            assertThat(
                            at(
                                    JsonText.parseObject(response.body()),
                                    "choices",
                                    0,
                                    "message",
                                    "content"))
                    .isEqualTo(new Json.Str("{\"n\":3}"));
        }
    }

    @Test
    void isCountedInTheMetrics() throws Exception {
        Files.createDirectories(temp);
        try (var server = LoopbackServer.start(temp, new ScriptedModel().says("Hi."))) {
            HttpResponse<String> _ = send(server, server.token(), HELLO);

            assertThat(get(server, "/metrics", server.token()))
                    .contains(
                            "deft_http_requests_total{route=\"createChatCompletion\",status=\"200\"} 1")
                    .contains("deft_sessions{state=\"idle\"}")
                    .contains("deft_runs_total{status=\"done\"} 1")
                    .contains("kind=\"output\"} 10")
                    .contains("deft_store_check_seconds");
        }
    }
}
