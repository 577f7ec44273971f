package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent with a client that offers nothing.
class AcpAgentTest {

    @TempDir private Path directory;
    private Path root = Path.of("");
    private Path home = Path.of("");

    @BeforeEach
    void prepare() throws Exception {
        root = Files.createDirectory(directory.resolve("work")).toRealPath();
        home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    }

    @Test
    void answersAPromptAndStreamsTheText() throws Exception {
        try (AcpClient client = AcpClient.initialized(home, Json.Obj.EMPTY)) {
            String session = client.session(root);
            assertThat(client.prompt(session, "say Hello from the agent.")).isEqualTo("end_turn");
            assertThat(client.said()).isEqualTo("Hello from the agent.");
            assertThat(client.updates("agent_message_chunk")).hasSizeGreaterThan(1);
        }
    }

    @Test
    void showsACallWithKindLocationAndResult() throws Exception {
        try (AcpClient client = AcpClient.initialized(home, Json.Obj.EMPTY)) {
            String session = client.session(root);
            String said =
                    client.prompt(session, "call read {\"path\":\"a.txt\",\"offset\":2}\nrepeat");
            assertThat(said).isEqualTo("end_turn");
            Json.Obj call = client.updates("tool_call").getFirst();
            assertThat(call.text("kind")).isEqualTo(Optional.of("read"));
            assertThat(call.find("locations").orElseThrow())
                    .hasToString("[{\"path\":\"%s\",\"line\":2}]".formatted(root.resolve("a.txt")));
            Json.Obj end = client.updates("tool_call_update").getLast();
            assertThat(end.text("status")).isEqualTo(Optional.of("completed"));
            assertThat(end.find("content").orElseThrow().toString()).contains("two");
            assertThat(client.said()).contains("two");
        }
    }
}
