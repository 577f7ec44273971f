package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.protocols.NodeKit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The agent as a process, with clients that others wrote.
class OfficialClientTest {

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
        Files.writeString(place.root().resolve("open.txt"), "saved long ago\n");
    }

    @Test
    void drivesAWholeSessionFromTypeScript() throws Exception {
        List<String> script = new ArrayList<>();
        script.add(Path.of("src/test/node/acp-client.mjs").toAbsolutePath().toString());
        script.add(NodeKit.directory("@agentclientprotocol/sdk").toString());
        script.add(place.root().toString());
        script.addAll(TestAgentMain.command(place.home()));
        NodeKit.Finished finished =
                NodeKit.run(NodeKit.node(script), directory, Map.of(), Duration.ofMinutes(2));
        assertThat(finished.exit()).as(finished.err()).isZero();
        Json.Obj seen = JsonText.parseObject(finished.out().lines().toList().getLast());

        for (String turn : List.of("said", "edited", "ran", "asked", "planned")) {
            assertThat(seen.text(turn)).as(turn).isEqualTo(Optional.of("end_turn"));
        }
        assertThat(seen.text("cancelled")).isEqualTo(Optional.of("cancelled"));
        assertThat(seen.find("initialized").orElseThrow().toString())
                .contains("\"protocolVersion\":1", "\"loadSession\":true");
        String updates = seen.find("updates").orElseThrow().toString();
        assertThat(updates)
                .contains("agent_message_chunk", "tool_call", "plan", "usage_update", "blue")
                .contains("printed by a command")
                .contains("\"oldText\":\"unsaved text\\n\",\"newText\":\"saved text\\n\"");
        assertThat(Files.readString(place.root().resolve("open.txt"))).isEqualTo("saved text\n");
        assertThat(seen.find("writes").orElseThrow().toString()).contains("saved text");
        assertThat(seen.find("permissions").orElseThrow().toString())
                .contains("allow_always", "reject_always");
        assertThat(seen.find("forms").orElseThrow().toString()).contains("Color?");
        assertThat(seen.find("options").orElseThrow().toString())
                .contains("\"currentValue\":\"test/other\"", "\"currentValue\":\"plan\"");
        assertThat(seen.find("replayed").orElseThrow().toString())
                .contains("user_message_chunk", "agent_message_chunk", "tool_call_update", "plan");
        assertThat(seen.find("unknown").orElseThrow()).hasToString("-32601");
        assertThat(seen.find("exit").orElseThrow()).hasToString("0");
        long took = ((Json.Num) seen.find("tookMillis").orElseThrow()).asLong().orElseThrow();
        assertThat(took).as("time to leave after the end of its input").isLessThan(3_000);
    }

    @Test
    void answersAcpx() throws Exception {
        Path start = directory.resolve("agent.sh");
        var line = new StringBuilder("#!/bin/sh\nexec");
        TestAgentMain.command(place.home())
                .forEach(it -> line.append(" '").append(it.replace("'", "'\\''")).append("'"));
        Files.writeString(start, line + "\n");
        assertThat(start.toFile().setExecutable(true)).isTrue();
        NodeKit.Finished finished =
                NodeKit.run(
                        NodeKit.acpx(
                                "--agent",
                                start.toString(),
                                "--cwd",
                                place.root().toString(),
                                "--approve-all",
                                "--format",
                                "json",
                                "exec",
                                "call read {\"path\":\"open.txt\"}\ncall edit {\"path\":\"open.txt\",\"old_text\":\"long ago\",\"new_text\":\"now\"}\nsay Done with acpx."),
                        directory,
                        Map.of("HOME", directory.toString()),
                        Duration.ofMinutes(2));
        assertThat(finished.exit()).as(finished.out() + finished.err()).isZero();
        assertThat(finished.out()).contains("Done", "acpx", "tool_call", "end_turn");
        assertThat(Files.readString(place.root().resolve("open.txt"))).isEqualTo("saved now\n");
    }
}
