package dev.deft.acp;

import static dev.deft.acp.CompatibilityKitTest.ofSession;
import static dev.deft.acp.CompatibilityKitTest.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The requirements about sessions and prompts.
final class KitSessionChecks {

    private static final Set<String> STOPS =
            Set.of("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled");

    private KitSessionChecks() {}

    static void add(Map<String, CompatibilityKitTest.Check> checks) {
        sessions(checks);
        prompts(checks);
    }

    private static void sessions(Map<String, CompatibilityKitTest.Check> checks) {
        checks.put(
                "ACP-SESSION-001", (client, root) -> assertThat(client.session(root)).isNotEmpty());
        checks.put(
                "ACP-SESSION-002",
                (client, root) ->
                        assertThat(client.session(root)).isNotEqualTo(client.session(root)));
        checks.put(
                "ACP-LOAD-001",
                (client, root) ->
                        assertThat(load(client, root, spoken(client, root)).find("modes"))
                                .isPresent());
        checks.put(
                "ACP-LOAD-002",
                (client, root) -> {
                    load(client, root, spoken(client, root));
                    String next = client.request("session/list", Json.Obj.EMPTY).toString();
                    List<String> lines = client.linesOfAgent();
                    assertThat(next).isNotEmpty();
                    assertThat(lines.get(lines.size() - 2))
                            .as("nothing between the two answers")
                            .contains("\"configOptions\"")
                            .contains("\"result\"");
                });
        checks.put(
                "ACP-LOAD-003",
                (client, root) ->
                        assertThat(load(client, root, spoken(client, root)))
                                .isInstanceOf(Json.Obj.class));
        checks.put(
                "ACP-RESUME-001",
                (client, root) -> {
                    String session = spoken(client, root);
                    client.request("session/close", ofSession(session));
                    result(
                            client,
                            "session/resume",
                            ofSession(session).with("cwd", root.toString()));
                });
        checks.put(
                "ACP-RESUME-002",
                (client, root) -> {
                    String session = spoken(client, root);
                    int before = client.updates("agent_message_chunk").size();
                    client.request("session/close", ofSession(session));
                    result(
                            client,
                            "session/resume",
                            ofSession(session).with("cwd", root.toString()));
                    assertThat(client.updates("agent_message_chunk")).hasSize(before);
                    assertThat(client.updates("user_message_chunk")).isEmpty();
                    assertThat(client.updates("agent_thought_chunk")).isEmpty();
                });
        checks.put(
                "ACP-LIST-001",
                (client, _) ->
                        assertThat(result(client, "session/list", Json.Obj.EMPTY).find("sessions"))
                                .containsInstanceOf(Json.Arr.class));
        checks.put(
                "ACP-LIST-002",
                (client, root) -> {
                    spoken(client, root);
                    assertThat(
                                    client.request(
                                            "session/list",
                                            Json.Obj.EMPTY.with("cwd", "/nobody/works/here")))
                            .hasToString("{\"sessions\":[]}");
                });
        checks.put(
                "ACP-DELETE-001",
                (client, root) ->
                        assertThat(
                                        client.request(
                                                "session/delete", ofSession(spoken(client, root))))
                                .isEqualTo(Json.Obj.EMPTY));
        checks.put(
                "ACP-DELETE-002",
                (client, _) ->
                        assertThat(client.request("session/delete", ofSession("never-there")))
                                .isEqualTo(Json.Obj.EMPTY));
        checks.put(
                "ACP-CLOSE-001",
                (client, root) ->
                        assertThat(client.request("session/close", ofSession(client.session(root))))
                                .isEqualTo(Json.Obj.EMPTY));
        checks.put(
                "ACP-CLOSE-002",
                (client, root) -> {
                    String session = client.session(root);
                    client.begin("turn", session, "wait");
                    client.await("agent_message_chunk");
                    client.request("session/close", ofSession(session));
                    assertThat(client.answerTo("turn")).contains("\"stopReason\":\"cancelled\"");
                });
        checks.put(
                "ACP-ADDDIRS-001",
                (client, root) -> {
                    Path more = Files.createDirectory(root.resolveSibling("more"));
                    client.request(
                            "session/new",
                            AcpClient.in(root)
                                    .with(
                                            "additionalDirectories",
                                            Json.Arr.ofTexts(List.of(more.toString()))));
                });
    }

    private static String spoken(AcpClient client, Path root) throws Exception {
        String session = client.session(root);
        client.prompt(session, "say Hello.");
        return session;
    }

    private static Json.Obj load(AcpClient client, Path root, String session) throws Exception {
        client.request("session/close", ofSession(session));
        return result(client, "session/load", AcpClient.in(root).with("sessionId", session));
    }

    private static void prompts(Map<String, CompatibilityKitTest.Check> checks) {
        checks.put("ACP-PROMPT-001", (client, root) -> stops(client, client.session(root)));
        checks.put(
                "ACP-PROMPT-002",
                (client, root) -> {
                    String session = client.session(root);
                    stops(client, session);
                    assertThat(client.updates())
                            .isNotEmpty()
                            .allMatch(it -> it.text("sessionId").equals(Optional.of(session)));
                });
        checks.put(
                "ACP-PROMPT-003",
                (client, root) ->
                        stops(
                                client,
                                client.session(root),
                                text(),
                                Json.Obj.EMPTY
                                        .with("type", "resource_link")
                                        .with("uri", "file:///x/y.txt")
                                        .with("name", "y.txt")));
        checks.put("ACP-CANCEL-001", KitSessionChecks::cancelled);
        checks.put(
                "ACP-CANCEL-002",
                (client, root) -> {
                    cancelled(client, root);
                    client.request("session/list", Json.Obj.EMPTY);
                    List<String> lines = client.linesOfAgent();
                    assertThat(lines.get(lines.size() - 2)).contains("\"stopReason\"");
                });
        checks.put(
                "ACP-PROMPTCAP-001",
                (client, root) ->
                        stops(
                                client,
                                client.session(root),
                                text(),
                                Json.Obj.EMPTY
                                        .with("type", "image")
                                        .with("data", "iVBORw0KGgo=")
                                        .with("mimeType", "image/png")));
        checks.put(
                "ACP-PROMPTCAP-002",
                (client, _) ->
                        assertThat(client.initialize(Json.Obj.EMPTY).toString())
                                .as("not offered")
                                .contains("\"audio\":false"));
        checks.put(
                "ACP-PROMPTCAP-003",
                (client, root) ->
                        stops(
                                client,
                                client.session(root),
                                text(),
                                Json.Obj.EMPTY
                                        .with("type", "resource")
                                        .with(
                                                "resource",
                                                Json.Obj.EMPTY
                                                        .with("uri", "file:///x/y.txt")
                                                        .with("text", "content"))));
        checks.put(
                "ACP-META-001",
                (client, root) ->
                        assertThat(
                                        result(
                                                        client,
                                                        "session/prompt",
                                                        AcpClient.prompted(
                                                                        client.session(root),
                                                                        text())
                                                                .with(
                                                                        "_meta",
                                                                        Json.Obj.EMPTY.with(
                                                                                "traceparent",
                                                                                "00-1-1-01")))
                                                .text("stopReason"))
                                .isEqualTo(Optional.of("end_turn")));
    }

    static Json text() {
        return Json.Obj.EMPTY.with("type", "text").with("text", "say Yes.");
    }

    private static void stops(AcpClient client, String session, Json... blocks) throws Exception {
        Json[] sent = blocks.length == 0 ? new Json[] {text()} : blocks;
        Json.Obj answer = result(client, "session/prompt", AcpClient.prompted(session, sent));
        assertThat(STOPS).contains(answer.text("stopReason").orElseThrow());
    }

    private static void cancelled(AcpClient client, Path root) throws Exception {
        String session = client.session(root);
        client.begin("turn", session, "wait");
        client.await("agent_message_chunk");
        client.tell("session/cancel", ofSession(session));
        assertThat(client.answerTo("turn")).contains("\"stopReason\":\"cancelled\"");
    }
}
