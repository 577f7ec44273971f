package dev.deft.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DictatingServerTest {

    private static final List<PeerCall> CALLS =
            List.of(
                    PeerCall.of("read", "path", "a \"b\""),
                    new PeerCall.FreeForm("apply_patch", "*** Begin\n"));

    private static String post(DictatingServer server, String path, String body)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    client.send(
                            HttpRequest.newBuilder(URI.create(server.url() + path))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        }
    }

    @Test
    void dictatesTheCallAfterTheLastResult() throws IOException, InterruptedException {
        try (var server = new DictatingServer(CALLS)) {
            String first =
                    post(
                            server,
                            "/v1/messages?beta=true",
                            "{\"stream\":true,\"tools\":[{\"name\":\"read\"}],\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}");
            assertThat(first)
                    .startsWith("200 event: message_start\n")
                    .contains("\"id\":\"call_bench_0000\"", "\"name\":\"read\"")
                    .contains("\"partial_json\":\"{\\\"path\\\":\\\"a \\\\\\\"b\\\\\\\"\\\"}\"")
                    .contains("\"stop_reason\":\"tool_use\"");
            String last =
                    post(
                            server,
                            "/v1/messages",
                            "{\"tools\":[{\"name\":\"read\"}],\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"call_bench_0001\",\"content\":\"äb\",\"is_error\":true}]}]}");
            assertThat(last).contains("All steps are done.", "\"stop_reason\":\"end_turn\"");
            assertThat(requests(server, 2)).extracting(ModelRequest::step).containsExactly(0, 2);
            assertThat(server.requests().getLast().last())
                    .contains(new ToolOutcome("call_bench_0001", 3, true));
            assertThat(server.requests().getFirst().tools()).isEqualTo(1);
            assertThat(server.requests().getFirst().answered())
                    .isGreaterThanOrEqualTo(server.requests().getFirst().arrived());
        }
    }

    @Test
    void speaksResponses() throws IOException, InterruptedException {
        try (var server = new DictatingServer(CALLS)) {
            String second =
                    post(
                            server,
                            "/v1/responses",
                            "{\"stream\":true,\"input\":[{\"type\":\"function_call_output\",\"call_id\":\"call_bench_0000\",\"output\":\"x\"}]}");
            assertThat(second)
                    .contains("event: response.created\n", "event: response.completed\n")
                    .contains("\"type\":\"custom_tool_call\"", "\"call_id\":\"call_bench_0001\"")
                    .contains("\"delta\":\"*** Begin\\n\"");
            assertThat(requests(server, 1)).extracting(ModelRequest::step).containsExactly(1);
        }
    }

    @Test
    void countsNoRequestWithoutTools() throws IOException, InterruptedException {
        try (var server = new DictatingServer(CALLS)) {
            assertThat(post(server, "/v1/messages", "{\"messages\":[]}"))
                    .contains("Scripted steps");
            assertThat(post(server, "/v1/other", "{}")).startsWith("404 ");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void everyAgentHasACallForEveryStep() {
        var file = new EditableFile("a/B.java", "B", "package a;");
        var workspace = Path.of("/w");
        for (Peer peer :
                List.of(
                        new DeftPeer(workspace),
                        new PiPeer(List.of("pi")),
                        new CodexPeer(workspace),
                        new ClaudePeer(workspace))) {
            List<ScriptStep> steps = Scenario.CALLS.steps(Collections.nCopies(20, file));
            assertThat(steps).hasSize(60);
            assertThat(steps.stream().map(it -> peer.call(it, workspace)))
                    .allSatisfy(it -> assertThat(it.tool()).isNotEmpty());
        }
        assertThat(new DeftPeer(workspace).call(file.edit(), workspace))
                .isEqualTo(
                        new PeerCall.Function(
                                "edit",
                                Json.Obj.EMPTY
                                        .with("path", "a/B.java")
                                        .with("old_text", "package a;")
                                        .with("new_text", "package a; // bench-edit")));
        assertThat(Scenario.MANY_CALLS.steps(Collections.nCopies(Scenario.mostFiles(), file)))
                .hasSize(300);
    }

    /// The server notes a request once its answer is written.
    private static List<ModelRequest> requests(DictatingServer server, int count) {
        while (server.requests().size() < count) {
            Thread.onSpinWait();
        }
        return server.requests();
    }
}
