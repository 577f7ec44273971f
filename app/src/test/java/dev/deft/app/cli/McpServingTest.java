package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft mcp` as a server, and `deft guest`, at the command line.
class McpServingTest {

    private static final String META =
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    @TempDir Path root;

    private DeftRun deft(String in, String... words) {
        return DeftRun.in(root, in, words);
    }

    private static String request(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s%s}}\n"
                .formatted(id, method, META, params.isEmpty() ? "" : "," + params);
    }

    private static String call(String tool, String arguments) {
        return request(
                1, "tools/call", "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments));
    }

    @Test
    void itServesOnStandardInputAndOutput() throws IOException {
        Files.writeString(root.resolve("poem.txt"), "one\n");

        DeftRun ran = deft(call("read", "{\"path\":\"poem.txt\"}"), "mcp");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":")
                .contains("\"structuredContent\":{\"path\":\"poem.txt\",\"content\":\"one\\n\"")
                .hasLineCount(1);
    }

    @Test
    void aScriptMaySendEverythingAtOnce() {
        String in =
                """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":2,"method":"tools/list"}
                not a message
                """;

        DeftRun ran = deft(in, "mcp");

        assertThat(ran.out())
                .contains("\"protocolVersion\":\"2025-06-18\"")
                .contains("\"name\":\"read\"")
                .contains("-32700");
    }

    @Test
    void withoutAPolicyItOnlyReads() {
        DeftRun ran = deft(call("write", "{\"path\":\"a.txt\",\"content\":\"x\"}"), "mcp");

        assertThat(ran.out()).contains("\"isError\":true").contains("permission_denied");
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @Test
    void aPolicyAllowsAndDenies() throws IOException {
        Files.writeString(
                root.resolve("policy.json"),
                """
                {"rules": [{"permission": "write", "pattern": "**", "action": "allow"},
                  {"permission": "read", "pattern": "**/*.txt", "action": "deny"}]}
                """);
        Files.writeString(root.resolve("poem.txt"), "one\n");

        DeftRun written =
                deft(
                        call("write", "{\"path\":\"a.md\",\"content\":\"x\"}"),
                        "mcp",
                        "--policy",
                        "policy.json");
        DeftRun read =
                deft(call("read", "{\"path\":\"poem.txt\"}"), "mcp", "--policy", "policy.json");

        assertThat(written.out()).contains("structuredContent").doesNotContain("isError");
        assertThat(root.resolve("a.md")).hasContent("x");
        assertThat(read.out()).contains("\"isError\":true").doesNotContain("one");
    }

    @Test
    void toolsHaveTheNamesOfTheDialect() {
        DeftRun ran = deft(request(1, "tools/list", ""), "mcp", "--dialect", "aegis");

        assertThat(ran.out())
                .contains("\"name\":\"read_file\"")
                .doesNotContain("\"name\":\"read\"");
    }

    @Test
    void guestServesTheNineToolsOfInstances() {
        DeftRun ran = deft(request(1, "tools/list", ""), "guest");

        assertThat(ran.code()).isZero();
        Matcher names =
                Pattern.compile("\\{\"name\":\"([a-z_]+)\",\"description\"").matcher(ran.out());
        assertThat(names.results().map(it -> it.group(1)))
                .containsExactly(
                        "instance_spawn",
                        "instance_list",
                        "instance_stop",
                        "self_info",
                        "expose_port",
                        "unexpose_port",
                        "keepalive_acquire",
                        "keepalive_release",
                        "self_restart");
    }

    @Test
    void wrongOptionsAreBadUsage() {
        assertThat(deft("", "mcp", "--no-token").code()).isEqualTo(2);
        assertThat(deft("", "mcp", "--http", "70000").err()).contains("--http needs a port");
        assertThat(deft("", "mcp", "--http", "x").code()).isEqualTo(2);
        assertThat(deft("", "mcp", "--policy", "none.json").code()).isEqualTo(2);
        assertThat(deft("", "mcp", "--dialect", "none").code()).isEqualTo(2);
        assertThat(deft("", "guest", "more").code()).isEqualTo(2);
    }

    @Test
    void onHttpItPrintsATokenAndEndsWhenTold() throws Exception {
        Process process =
                DeftProcess.builder(root, Map.of(), "mcp", "--http", "0")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            String url = err.readLine().replaceFirst("Serving MCP at ", "");
            String line = err.readLine();
            assertThat(line)
                    .matches(
                            "claude mcp add --transport http deft %s --header \"Authorization: Bearer [A-Za-z0-9_-]{32}\""
                                    .formatted(Pattern.quote(url)));
            String token = line.replaceFirst(".*Bearer ", "").replace("\"", "");

            assertThat(post(url, token).statusCode()).isEqualTo(200);
            assertThat(post(url, "wrong").statusCode()).isEqualTo(401);

            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static HttpResponse<String> post(String url, String token)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(url))
                            .header("Content-Type", "application/json")
                            .header("Accept", "application/json, text/event-stream")
                            .header("MCP-Protocol-Version", "2026-07-28")
                            .header("Mcp-Method", "server/discover")
                            .header("Authorization", "Bearer " + token)
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            request(1, "server/discover", "")))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
