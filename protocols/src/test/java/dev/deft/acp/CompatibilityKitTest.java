package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.rpc.RpcError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The requirements of the compatibility kit of the protocol, version 1, each by its number: what
/// is mandatory, what goes with a capability that we offer, what is advised, and what is recorded
/// only.
class CompatibilityKitTest {

    private static final int ALL = 56;

    @TempDir private Path directory;
    private final Map<String, Check> checks = new LinkedHashMap<>();

    /// Checks one requirement with a client that offers nothing.
    @FunctionalInterface
    interface Check {

        void with(AcpClient client, Path root) throws Exception;
    }

    @TestFactory
    Stream<DynamicTest> meets() {
        transport();
        initialization();
        KitSessionChecks.add(checks);
        capabilities();
        rest();
        return checks.entrySet().stream().map(it -> dynamicTest(it.getKey(), () -> run(it)));
    }

    @Test
    void coversAllRequirements() {
        assertThat(meets()).hasSize(ALL);
    }

    private void run(Map.Entry<String, Check> check) throws Exception {
        Path own = Files.createDirectory(directory.resolve(check.getKey()));
        AcpPlace place = AcpPlace.in(own);
        try (AcpClient client = place.client()) {
            check.getValue().with(client, place.root());
        }
    }

    static Json.Obj ofSession(String session) {
        return Json.Obj.EMPTY.with("sessionId", session);
    }

    static Json.Obj result(AcpClient client, String method, Json.Obj params) throws Exception {
        return AcpClient.object(client.request(method, params));
    }

    private void transport() {
        checks.put(
                "ACP-TRANSPORT-001",
                (client, root) -> {
                    client.prompt(client.session(root), "say a\nsay b");
                    for (String line : client.linesOfAgent()) {
                        assertThat(JsonText.parseObject(line).text("jsonrpc"))
                                .isEqualTo(Optional.of("2.0"));
                    }
                });
        checks.put(
                "ACP-TRANSPORT-002",
                (client, root) -> {
                    client.prompt(client.session(root), "say ä € 😀");
                    assertThat(client.said()).isEqualTo("ä € 😀");
                });
        checks.put(
                "ACP-JSONRPC-001",
                (client, _) -> {
                    client.line(list("\"text-id\""));
                    client.line(list("4711"));
                    assertThat(client.answerTo("text-id")).contains("\"result\"");
                    assertThat(client.lineWith("\"id\":4711,")).contains("\"result\"");
                });
        checks.put(
                "ACP-JSONRPC-002",
                (client, root) -> {
                    client.session(root);
                    client.refused("session/new", Json.Obj.EMPTY);
                    for (String line : client.linesOfAgent()) {
                        Json.Obj message = JsonText.parseObject(line);
                        if (message.text("method").isEmpty()) {
                            assertThat(message.find("result").isPresent())
                                    .isNotEqualTo(message.find("error").isPresent());
                        }
                    }
                });
        checks.put(
                "ACP-JSONRPC-003",
                (client, root) -> {
                    client.line("{\"jsonrpc\":\"2.0\",\"method\":\"no/such\",\"params\":{}}");
                    client.line(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{}}");
                    client.session(root);
                    assertThat(client.linesOfAgent().toString()).doesNotContain("\"error\"");
                });
        checks.put(
                "ACP-JSONRPC-004",
                (client, _) ->
                        assertThat(client.refused("no/such", Json.Obj.EMPTY).code())
                                .isEqualTo(RpcError.METHOD_NOT_FOUND));
        checks.put(
                "ACP-JSONRPC-005",
                (client, root) -> {
                    client.refused("session/new", Json.Obj.EMPTY);
                    assertThat(client.session(root)).isNotEmpty();
                });
    }

    private static String list(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"session/list\",\"params\":{}}"
                .formatted(id);
    }

    private void initialization() {
        checks.put("ACP-INIT-001", (client, _) -> assertThat(version(client, 1)).isEqualTo(1));
        checks.put("ACP-INIT-002", (client, _) -> assertThat(version(client, 1)).isEqualTo(1));
        checks.put("ACP-INIT-003", (client, _) -> assertThat(version(client, 65_535)).isEqualTo(1));
        checks.put(
                "ACP-INIT-004",
                (client, _) ->
                        assertThat(client.initialize(Json.Obj.EMPTY).find("agentInfo").toString())
                                .contains("\"name\":\"deft\"", "\"version\""));
        checks.put("ACP-SCHEMA-001", CompatibilityKitTest::exchange);
        checks.put("ACP-SCHEMA-002", CompatibilityKitTest::exchange);
        checks.put(
                "ACP-AUTH-001",
                (client, _) -> {
                    List<Json> methods = methods(client);
                    assertThat(methods).isNotEmpty();
                    assertThat(
                                    methods.stream()
                                            .map(it -> AcpClient.object(it).text("id"))
                                            .collect(Collectors.toSet()))
                            .hasSameSizeAs(methods);
                });
        checks.put(
                "ACP-AUTH-002",
                (client, _) -> assertThat(methods(client).toString()).doesNotContain("terminal"));
        checks.put(
                "ACP-AUTH-003",
                (client, root) -> {
                    assertThat(
                                    client.request(
                                            "authenticate",
                                            Json.Obj.EMPTY.with(
                                                    "methodId", AuthMethods.ENVIRONMENT)))
                            .isEqualTo(Json.Obj.EMPTY);
                    assertThat(client.session(root)).isNotEmpty();
                });
        checks.put(
                "ACP-AUTH-004",
                (client, _) ->
                        assertThat(client.initialize(Json.Obj.EMPTY).toString())
                                .as("not offered")
                                .doesNotContain("logout"));
        checks.put("ACP-AUTH-005", (client, root) -> assertThat(client.session(root)).isNotEmpty());
    }

    /// Every message of a client that is closed is judged by the schema, own fields included.
    private static void exchange(AcpClient client, Path root) throws Exception {
        String session = client.session(root);
        client.prompt(session, "call ls {\"path\":\".\"}\nthink Well.\nsay Done.");
        client.request("session/list", Json.Obj.EMPTY);
        client.request("session/load", AcpClient.in(root).with("sessionId", session));
        client.request("session/close", ofSession(session));
    }

    private static long version(AcpClient client, int wanted) throws Exception {
        Json.Obj answer =
                result(
                        client,
                        "initialize",
                        Json.Obj.EMPTY
                                .with("protocolVersion", Json.Num.of(wanted))
                                .with("clientCapabilities", Json.Obj.EMPTY));
        return ((Json.Num) answer.find("protocolVersion").orElseThrow()).asLong().orElseThrow();
    }

    private static List<Json> methods(AcpClient client) throws Exception {
        return ((Json.Arr) client.initialize(Json.Obj.EMPTY).find("authMethods").orElseThrow())
                .items();
    }

    private void capabilities() {
        checks.put(
                "ACP-MODES-001",
                (client, root) -> {
                    Json.Obj modes =
                            AcpClient.object(
                                    result(client, "session/new", AcpClient.in(root))
                                            .find("modes")
                                            .orElseThrow());
                    assertThat(modes.find("availableModes").orElseThrow().toString())
                            .contains("\"id\":\"" + modes.text("currentModeId").orElseThrow());
                });
        checks.put(
                "ACP-MODES-002",
                (client, root) ->
                        client.request(
                                "session/set_mode",
                                ofSession(client.session(root)).with("modeId", "plan")));
        checks.put(
                "ACP-CONFIG-001",
                (client, root) -> {
                    for (Json it : options(result(client, "session/new", AcpClient.in(root)))) {
                        Json.Obj option = AcpClient.object(it);
                        assertThat(option.find("options").orElseThrow().toString())
                                .contains(
                                        "\"value\":\""
                                                + option.text("currentValue").orElseThrow()
                                                + "\"");
                    }
                });
        checks.put(
                "ACP-CONFIG-002",
                (client, root) -> {
                    Json.Obj created = result(client, "session/new", AcpClient.in(root));
                    Json.Obj changed =
                            result(
                                    client,
                                    "session/set_config_option",
                                    ofSession(created.text("sessionId").orElseThrow())
                                            .with("configId", "permissions")
                                            .with("value", "edits"));
                    assertThat(options(changed)).hasSameSizeAs(options(created));
                    assertThat(changed.toString()).contains("\"currentValue\":\"edits\"");
                });
        checks.put(
                "ACP-CONFIG-003",
                (client, root) ->
                        assertThat(
                                        result(client, "session/new", AcpClient.in(root))
                                                .find("configOptions")
                                                .orElseThrow()
                                                .toString())
                                .doesNotContain("boolean"));
        for (String id : List.of("ACP-CLIENTCAP-001", "ACP-CLIENTCAP-002", "ACP-CLIENTCAP-003")) {
            checks.put(id, CompatibilityKitTest::asksForNothing);
        }
    }

    private static List<Json> options(Json.Obj in) {
        return ((Json.Arr) in.find("configOptions").orElseThrow()).items();
    }

    private static void asksForNothing(AcpClient client, Path root) throws Exception {
        client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
        client.prompt(
                client.session(root),
                "call read {\"path\":\"a.txt\"}\ncall write {\"path\":\"b.txt\",\"content\":\"x\"}\ncall bash {\"command\":\"echo hi\"}\ncall question {\"questions\":[{\"question\":\"Well?\"}]}");
        assertThat(root.resolve("b.txt")).exists();
        assertThat(client.linesOfAgent().toString())
                .doesNotContain("\"fs/", "\"terminal/", "\"elicitation/");
    }

    private void rest() {
        checks.put(
                "ACP-EXT-001",
                (client, _) ->
                        assertThat(client.refused("_acme/thing", Json.Obj.EMPTY).code())
                                .isEqualTo(RpcError.METHOD_NOT_FOUND));
        checks.put(
                "ACP-ERROR-001",
                (client, _) -> {
                    for (String method : List.of("no/such", "session/new", "session/prompt")) {
                        assertThat(client.refused(method, Json.Obj.EMPTY).message())
                                .isNotBlank()
                                .doesNotContain("\n");
                    }
                });
        checks.put("ACP-SHUTDOWN-001", CompatibilityKitTest::process);
        checks.put("ACP-STDERR-001", CompatibilityKitTest::process);
        checks.put(
                "ACP-INFO-PARSE-001",
                (client, root) -> {
                    client.line("{nonsense");
                    assertThat(client.lineWith("-32700")).contains("\"id\":null");
                    assertThat(client.session(root)).isNotEmpty();
                });
        checks.put(
                "ACP-INFO-INVALIDREQ-001",
                (client, root) -> {
                    client.line("{\"foo\":\"bar\"}");
                    assertThat(client.lineWith("-32600")).contains("\"id\":null");
                    assertThat(client.session(root)).isNotEmpty();
                });
        checks.put(
                "ACP-INFO-UNKNOWNSESSION-001",
                (client, _) ->
                        assertThat(
                                        client.refused(
                                                        "session/prompt",
                                                        AcpClient.prompted(
                                                                "never", KitSessionChecks.text()))
                                                .code())
                                .isEqualTo(AcpErrors.RESOURCE_NOT_FOUND));
    }

    /// A process prints nothing but messages, says nothing else, and ends with its input.
    private static void process(AcpClient other, Path root) throws Exception {
        assertThat(other.initialize(Json.Obj.EMPTY).find("authMethods")).isPresent();
        Path err = root.resolveSibling("err.txt");
        Process process =
                new ProcessBuilder(TestAgentMain.command(root.resolveSibling("home2")))
                        .redirectError(err.toFile())
                        .start();
        try {
            process.outputWriter(StandardCharsets.UTF_8)
                    .append(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}\n")
                    .flush();
            String answer = process.inputReader(StandardCharsets.UTF_8).readLine();
            assertThat(JsonText.parseObject(answer).find("result")).isPresent();
            process.getOutputStream().close();
            assertThat(process.waitFor(3, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(err)).isEmpty();
        } finally {
            process.destroyForcibly();
        }
    }
}
