package dev.deft.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.LoopbackServer;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServedMcpTest {

    private static final String INITIALIZE =
            """
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
             "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}}\
            """;
    private static final String WRITE =
            """
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
             "params": {"name": "write", "arguments": {"path": "m.txt", "content": "x"}}}\
            """;

    @TempDir Path temp;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private HttpResponse<String> post(
            LoopbackServer server, String path, String token, String session, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void asksInTheConsoleWhatAClientCannotAskItsUser() throws Exception {
        try (var server = LoopbackServer.start(temp, new ScriptedModel());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            String token = server.token();
            HttpResponse<String> begun = post(server, "/mcp/demo", token, "", INITIALIZE);
            String session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
            Future<HttpResponse<String>> call =
                    threads.submit(() -> post(server, "/mcp/demo", token, session, WRITE));

            Json.Obj asked = asked(server, token);
            HttpResponse<String> answered =
                    post(
                            server,
                            "/v1/workspaces/demo/sessions/%s/requests/%s/answer"
                                    .formatted(
                                            asked.text("session").orElseThrow(),
                                            asked.text("id").orElseThrow()),
                            token,
                            "",
                            "{\"answer\": \"once\"}");

            assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
            assertThat(call.get(60, TimeUnit.SECONDS).body()).contains("Created m.txt");
            assertThat(server.root().resolve("m.txt")).hasContent("x");
        }
    }

    private Json.Obj asked(LoopbackServer server, String token) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline) {
            String body =
                    client.send(
                                    HttpRequest.newBuilder(server.address().resolve("/v1/requests"))
                                            .header("Authorization", "Bearer " + token)
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body();
            if (JsonText.parseObject(body).find("items").orElseThrow() instanceof Json.Arr items
                    && !items.items().isEmpty()) {
                return (Json.Obj) items.items().getFirst();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        throw new AssertionError("nobody was asked");
    }

    @Test
    void needsATokenThatMaySpeakAndShowsOnlyGrantedWorkspaces() throws Exception {
        try (var server = LoopbackServer.start(temp, new ScriptedModel())) {
            String looks = server.token(Set.of(AccessScope.LOOK), Optional.empty());
            String other = server.token(Set.of(AccessScope.SPEAK), Optional.of(Set.of("other")));

            assertThat(post(server, "/mcp", "deft_x_y", "", INITIALIZE).statusCode())
                    .isEqualTo(401);
            assertThat(post(server, "/mcp", looks, "", INITIALIZE).statusCode()).isEqualTo(403);
            assertThat(post(server, "/mcp/demo", other, "", INITIALIZE).statusCode())
                    .isEqualTo(404);
            assertThat(post(server, "/mcp/nowhere", server.token(), "", INITIALIZE).statusCode())
                    .isEqualTo(404);
            assertThat(post(server, "/mcp", other, "", INITIALIZE).body())
                    .contains("the workspace other");
        }
    }
}
