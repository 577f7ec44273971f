package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.McpServer;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.server.McpToolServer;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpServer;
import dev.deft.protocols.NodeKit;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Servers of others, from npm, and our own.
@Tag("slow")
@Timeout(60)
class RealServersTest {

    @TempDir private Path root;

    @Test
    void readsAFileThroughTheFilesystemServer() throws Exception {
        Files.writeString(root.resolve("poem.txt"), "The fog comes\n");
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.program(
                                "fs",
                                NodeKit.server(NodeKit.Server.FILESYSTEM, root.toString())))) {
            assertThat(desk.notices).isEmpty();
            assertThat(desk.ids()).contains("fs_read_text_file", "fs_write_file");
            Envelope read =
                    desk.session.call(
                            "fs_read_text_file",
                            Map.of("path", root.resolve("poem.txt").toString()));
            assertThat(read.text()).contains("The fog comes");
            Envelope outside =
                    desk.session.call("fs_read_text_file", Map.of("path", "/etc/hostname"));
            assertThat(outside.failed()).isTrue();
            assertThat(outside.text()).containsIgnoringCase("access denied");
        }
    }

    @Test
    void remembersThroughTheMemoryServer() throws Exception {
        List<String> command = NodeKit.server(NodeKit.Server.MEMORY);
        var server =
                new McpServer.Program(
                        "mem",
                        command.getFirst(),
                        command.subList(1, command.size()),
                        Map.of("MEMORY_FILE_PATH", root.resolve("memory.jsonl").toString()),
                        Optional.empty());
        try (ServerDesk desk = ServerDesk.open(root, server)) {
            Json entity =
                    Json.Obj.of(
                            Map.of(
                                    "name",
                                    "Ada",
                                    "entityType",
                                    "person",
                                    "observations",
                                    List.of("likes engines")));
            Envelope made =
                    desk.session.call(
                            "mem_create_entities",
                            Json.Obj.EMPTY.with("entities", new Json.Arr(List.of(entity))));
            assertThat(made.failed()).as(made.text()).isFalse();
            assertThat(desk.session.call("mem_search_nodes", Map.of("query", "Ada")).text())
                    .contains("likes engines");
            assertThat(root.resolve("memory.jsonl")).exists();
        }
    }

    private static void useEverything(ServerDesk desk) throws Exception {
        assertThat(desk.notices).isEmpty();
        assertThat(desk.session.call("all_echo", Map.of("message", "hello")).text())
                .contains("hello");
        assertThat(desk.session.call("all_get-sum", Map.of("a", 2, "b", 40)).text()).contains("42");
        Envelope image = desk.session.call("all_get-tiny-image", Map.of());
        assertThat(((ToolResult.Output) image.result()).attachments())
                .extracting(Attachment::mimeType)
                .containsExactly("image/png");
        Envelope slow =
                desk.session.call(
                        "all_trigger-long-running-operation", Map.of("duration", 1, "steps", 4));
        assertThat(slow.text()).contains("completed");
        Envelope structured =
                desk.session.call("all_get-structured-content", Map.of("location", "Chicago"));
        assertThat(((ToolResult.Output) structured.result()).data().toString())
                .contains("temperature");
        Envelope wrong = desk.session.call("all_get-sum", Map.of("a", "two"));
        assertThat(wrong.failed()).isTrue();
        desk.answering(List.of());
        Envelope asked = desk.session.call("all_trigger-elicitation-request", Map.of());
        assertThat(asked.failed()).as(asked.text()).isFalse();
        assertThat(desk.questions).isNotEmpty();
        Envelope sampled =
                desk.session.call(
                        "all_trigger-sampling-request", Map.of("prompt", "Hi", "maxTokens", 10));
        assertThat(sampled.failed() ? sampled.text() : "").contains("no model");
        ServerContents contents = desk.servers.contents();
        String uri = contents.resources().getFirst().uri();
        assertThat(contents.read("all", uri)).isNotEmpty();
        assertThat(contents.prompts())
                .extracting(ServerContents.McpPrompt::name)
                .contains("simple-prompt");
        assertThat(contents.prompt("all", "simple-prompt", Map.of()).getFirst().text())
                .isNotBlank();
    }

    @Test
    void usesEverythingOverStandardStreams() throws Exception {
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.program("all", NodeKit.server(NodeKit.Server.EVERYTHING)))) {
            useEverything(desk);
        }
    }

    @ParameterizedTest
    @CsvSource({"streamableHttp, /mcp", "sse, /sse"})
    void usesEverythingOverHttp(String transport, String path) throws Exception {
        int port = freePort();
        ProcessBuilder command =
                new ProcessBuilder(NodeKit.server(NodeKit.Server.EVERYTHING, transport))
                        .redirectErrorStream(true);
        try (NodeKit.Running server =
                NodeKit.start(command, Map.of("PORT", Integer.toString(port)))) {
            awaitStart(server.process());
            Thread.ofVirtual().start(() -> drain(server.process()));
            String url = "http://127.0.0.1:" + port + path;
            try (ServerDesk desk = ServerDesk.open(root, ServerDesk.remote("all", url))) {
                useEverything(desk);
            }
        }
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitStart(Process process) throws Exception {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        while (line != null && !line.contains("listening") && !line.contains("running on")) {
            line = lines.readLine();
        }
        assertThat(line).as("the server started").isNotNull();
    }

    private static void drain(Process process) {
        process.inputReader(StandardCharsets.UTF_8).lines().forEach(_ -> {});
    }

    @ParameterizedTest
    @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
    void usesOurOwnServer(Revision revision) throws Exception {
        Path far = Files.createDirectory(root.resolve("far"));
        Files.writeString(far.resolve("note.txt"), "from far away\n");
        try (Engine engine = Engine.builder().environment(Map.of("HOME", far.toString())).build();
                Workspace workspace = engine.workspace(far);
                McpToolServer server =
                        McpToolServer.builder(workspace)
                                .agent(AgentSpec.standard().allow("*", "*"))
                                .build();
                McpHttpServer http =
                        server.listen(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                HttpAccess.ofEveryLocalProgram());
                ServerDesk desk =
                        ServerDesk.open(
                                root,
                                it -> revision.stateless() ? it : it.assuming(Revision.V2025_11_25),
                                ServerDesk.remote(
                                        "deft",
                                        "http://127.0.0.1:" + http.address().getPort() + "/mcp"))) {
            assertThat(desk.notices).isEmpty();
            assertThat(desk.servers.states().get("deft"))
                    .isInstanceOfSatisfying(
                            ServerState.Connected.class,
                            it -> assertThat(it.revision()).isEqualTo(revision));
            assertThat(desk.session.call("deft_read", Map.of("path", "note.txt")).text())
                    .contains("from far away");
        }
    }
}
