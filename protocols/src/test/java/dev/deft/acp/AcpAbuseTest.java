package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.rpc.RpcError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clients that break the protocol, or go away.
class AcpAbuseTest {

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
    }

    private static Json.Obj json(String text) throws Exception {
        return JsonText.parseObject(text);
    }

    @Test
    void areToldAboutBrokenJsonAndGoOn() throws Exception {
        try (AcpClient client = place.client()) {
            client.line("{\"jsonrpc\": oops");
            client.line("[]");
            client.line("{\"foo\":\"bar\"}");
            client.line("\"text\"");
            assertThat(client.session(place.root())).isNotEmpty();
            assertThat(client.linesOfAgent().toString())
                    .contains("\"id\":null,\"error\":{\"code\":-32700")
                    .contains("\"id\":null,\"error\":{\"code\":-32600");
        }
    }

    @Test
    void areToldAboutUnknownMethods() throws Exception {
        try (AcpClient client = place.client()) {
            client.line("{\"jsonrpc\":\"2.0\",\"method\":\"no/such_notification\"}");
            for (String method : List.of("no/such", "_own/thing", "logout", "session/fork")) {
                RpcError error = client.refused(method, Json.Obj.EMPTY);
                assertThat(error.code()).isEqualTo(RpcError.METHOD_NOT_FOUND);
                assertThat(error.message()).contains(method);
            }
        }
    }

    @Test
    void mustInitializeFirst() throws Exception {
        try (AcpClient client = AcpClient.start(place.home())) {
            RpcError error = client.refused("session/new", AcpClient.in(place.root()));
            assertThat(error.code()).isEqualTo(RpcError.INVALID_REQUEST);
            assertThat(error.message()).contains("initialize");
            client.initialize(Json.Obj.EMPTY);
            assertThat(client.session(place.root())).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "initialize | {} | params.protocolVersion is missing",
                "initialize | {\"protocolVersion\":\"1\"} | params.protocolVersion must be a whole number",
                "authenticate | {\"methodId\":\"magic\"} | params.methodId must be \"environment-key\"",
                "session/new | {} | params.cwd is missing",
                "session/new | {\"cwd\":7,\"mcpServers\":[]} | params.cwd must be a string",
                "session/new | {\"cwd\":\"work\",\"mcpServers\":[]} | must be an absolute path",
                "session/new | {\"cwd\":\"/no/such/place\",\"mcpServers\":[]} | there is no directory /no/such/place",
                "session/new | {\"cwd\":\"/etc/hostname\",\"mcpServers\":[]} | is not a directory",
                "session/new | {\"cwd\":\"/tmp\"} | params.mcpServers is missing",
                "session/new | {\"cwd\":\"/tmp\",\"mcpServers\":[7]} | params.mcpServers[0] must be an object",
                "session/new | {\"cwd\":\"/tmp\",\"mcpServers\":[{\"name\":\"x\"}]} | params.mcpServers[0].command is missing",
                "session/new | {\"cwd\":\"/tmp\",\"mcpServers\":[{\"type\":\"carrier-pigeon\",\"name\":\"x\"}]} | must be stdio, http or sse",
                "session/new | {\"cwd\":\"/tmp\",\"mcpServers\":[],\"additionalDirectories\":[\"x\"]} | must be an absolute path",
                "session/list | {\"cwd\":\"x\"} | must be an absolute path",
                "session/list | {\"cursor\":\"x\"} | params.cursor must be one that",
                "session/load | {\"sessionId\":\"x\"} | params.cwd is missing",
                "session/close | {} | params.sessionId is missing",
                "session/delete | {\"sessionId\":1} | params.sessionId must be a string",
                "session/prompt | {} | params.sessionId is missing"
            })
    void areToldWhatIsWrongWithParameters(String method, String params, String message)
            throws Exception {
        try (AcpClient client = place.client()) {
            client.line("");
            RpcError error = client.refused(method, json(params));
            assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
            assertThat(error.message()).contains(message).doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | params.prompt is missing",
                "{\"prompt\":[]} | params.prompt has no content",
                "{\"prompt\":[{}]} | params.prompt[0].type is missing",
                "{\"prompt\":[{\"type\":\"smell\"}]} | params.prompt[0].type must be",
                "{\"prompt\":[{\"type\":\"text\"}]} | params.prompt[0].text is missing",
                "{\"prompt\":[{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"}]} | is audio",
                "{\"prompt\":[{\"type\":\"image\",\"data\":\"***\",\"mimeType\":\"image/png\"}]} | is not Base64",
                "{\"prompt\":[{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/heic\"}]} | params.prompt[0].mimeType must be",
                "{\"prompt\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\"}}]} | params.prompt[0].resource.blob is missing"
            })
    void areToldWhatIsWrongWithAPrompt(String params, String message) throws Exception {
        try (AcpClient client = place.client()) {
            client.line("");
            String session = client.session(place.root());
            RpcError error =
                    client.refused("session/prompt", json(params).with("sessionId", session));
            assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
            assertThat(error.message()).contains(message);
            assertThat(client.prompt(session, "say Fine.")).isEqualTo("end_turn");
        }
    }

    @Test
    void mayNotChooseWhatThereIsNot() throws Exception {
        try (AcpClient client = place.client()) {
            Json.Obj of = Json.Obj.EMPTY.with("sessionId", client.session(place.root()));
            assertThat(client.refused("session/set_mode", of.with("modeId", "x")).message())
                    .contains("There is no agent \"x\"");
            for (String option : List.of("mode", "model", "permissions", "taste")) {
                RpcError error =
                        client.refused(
                                "session/set_config_option",
                                of.with("configId", option).with("value", "x"));
                assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
            }
        }
    }

    @Test
    void maySendALotOfTextButNotEverything() throws Exception {
        try (AcpClient client = place.client()) {
            String session = client.session(place.root());
            RpcError error =
                    client.refused(
                            "session/prompt",
                            AcpClient.prompted(
                                    session, "x".repeat(PromptContent.MOST_CHARACTERS + 1)));
            assertThat(error.code()).isEqualTo(RpcError.INVALID_PARAMS);
            assertThat(client.prompt(session, "say Small.")).isEqualTo("end_turn");
        }
    }

    @Test
    void leaveAtOnceThoughACallRuns() throws Exception {
        String session;
        AcpClient client = place.client();
        client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
        session = client.session(place.root());
        client.begin("turn", session, "call bash {\"command\":\"echo begun; sleep 300\"}");
        client.await("tool_call");
        client.await("tool_call_update");
        assertThat(client.hangUp(Duration.ofSeconds(3))).isTrue();
        client.close();
        try (AcpClient next = place.client()) {
            next.request("session/load", AcpClient.in(place.root()).with("sessionId", session));
            assertThat(next.updates("tool_call_update").getLast().text("status"))
                    .isEqualTo(Optional.of("failed"));
            assertThat(next.prompt(session, "say Still fine.")).isEqualTo("end_turn");
        }
    }

    @Test
    void mayUseAnyIdsAndFields() throws Exception {
        try (AcpClient client = place.client()) {
            client.line(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"ä/1\",\"method\":\"session/list\",\"params\":{\"_meta\":{\"traceparent\":\"x\"},\"unknown\":1}}");
            client.line(
                    "{\"jsonrpc\":\"2.0\",\"id\":-9007199254740991,\"method\":\"session/list\",\"params\":{}}");
            client.session(place.root());
            assertThat(client.linesOfAgent().toString())
                    .contains("\"id\":\"ä/1\",\"result\"")
                    .contains("\"id\":-9007199254740991,\"result\"");
        }
    }

    @Test
    void cannotReachSessionsByNamesThatArePaths() throws Exception {
        Files.writeString(place.root().resolve("evil.jsonl"), "{}\n");
        try (AcpClient client = place.client()) {
            client.session(place.root());
            for (String id : List.of("../evil", "../../evil", "/etc/passwd", "", "a/b")) {
                assertThat(
                                client.refused(
                                                "session/load",
                                                AcpClient.in(place.root()).with("sessionId", id))
                                        .code())
                        .isEqualTo(AcpErrors.RESOURCE_NOT_FOUND);
                client.request("session/delete", Json.Obj.EMPTY.with("sessionId", id));
            }
            assertThat(place.root().resolve("evil.jsonl")).exists();
        }
    }
}
