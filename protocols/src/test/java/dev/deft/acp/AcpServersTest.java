package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.protocols.NodeKit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// MCP servers that an editor names.
class AcpServersTest {

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
    }

    private static Json server(String name, List<String> command) {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("command", command.getFirst())
                .with("args", Json.Arr.ofTexts(command.subList(1, command.size())))
                .with("env", new Json.Arr(List.of()));
    }

    private String session(AcpClient client, Json... servers) throws Exception {
        return AcpClient.object(
                        client.request(
                                "session/new",
                                AcpClient.in(place.root())
                                        .with("mcpServers", new Json.Arr(List.of(servers)))))
                .text("sessionId")
                .orElseThrow();
    }

    @Test
    void giveTheirToolsToTheSession() throws Exception {
        try (AcpClient client = place.client()) {
            client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
            String session =
                    session(client, server("things", NodeKit.server(NodeKit.Server.EVERYTHING)));
            client.prompt(session, "call things_echo {\"message\":\"over MCP\"}\nrepeat");
            assertThat(client.said()).contains("over MCP");
            assertThat(client.linesOfAgent().toString()).contains("session/request_permission");
            String other = client.session(place.root());
            client.prompt(other, "call things_echo {\"message\":\"again\"}\nrepeat");
            assertThat(client.said()).as("only for its session").doesNotContain("again");
        }
    }

    @Test
    void mayBeBrokenWithoutHarm() throws Exception {
        try (AcpClient client = place.client()) {
            String session = session(client, server("gone", List.of("/no/such/program")));
            assertThat(client.prompt(session, "say Fine.")).isEqualTo("end_turn");
        }
    }
}
