package dev.deft.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.protocols.NodeKit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The server with the official inspector as its client, in all eras that it knows.
@Tag("slow")
final class InspectorTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private Path root;
    private McpTestWorkspace served;

    @BeforeEach
    void serve(@TempDir Path directory) throws IOException {
        root = directory.toRealPath();
        Files.writeString(root.resolve("poem.txt"), "one\ntwo\n");
        served = new McpTestWorkspace(root, HttpAccess.withToken("t0"), new McpCallers());
    }

    @AfterEach
    void close() {
        served.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "auto", "modern"})
    void itWorksOnStreams(String era) throws Exception {
        assertGood(era, StreamServer.command(root));
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy", "auto", "modern"})
    void itWorksOnHttp(String era) throws Exception {
        assertGood(
                era,
                List.of(
                        "--transport",
                        "http",
                        "--server-url",
                        "http://127.0.0.1:%d/mcp".formatted(served.port()),
                        "--header",
                        "Authorization: Bearer t0"));
    }

    private void assertGood(String era, List<String> target) throws Exception {
        NodeKit.Finished listed = run(era, target, "--method", "tools/list", "--strict");
        NodeKit.Finished called =
                run(
                        era,
                        target,
                        "--method",
                        "tools/call",
                        "--tool-name",
                        "read",
                        "--tool-args-json",
                        "{\"path\":\"poem.txt\"}");

        assertThat(listed.exit()).as(listed.err()).isZero();
        assertThat(listed.err()).as("the linter").doesNotContain("Warning").doesNotContain("Error");
        assertThat(listed.out()).contains("\"name\": \"read\"");
        assertThat(called.exit()).as(called.err()).isZero();
        assertThat(called.out()).contains("one\\ntwo\\n");
    }

    private NodeKit.Finished run(String era, List<String> target, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--cli", "--protocol-era", era));
        arguments.addAll(List.of(options));
        arguments.addAll(target);
        return NodeKit.run(
                NodeKit.inspector(arguments.toArray(String[]::new)),
                root,
                Map.of("HOME", root.toString()),
                LIMIT);
    }
}
