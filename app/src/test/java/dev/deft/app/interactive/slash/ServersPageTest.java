package dev.deft.app.interactive.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.Screen;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.mcp.client.ServerState;
import dev.deft.mcp.client.session.ServerFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServersPageTest {

    @Test
    void showsHowItStandsAndLetsNoServerDrawOnTheScreen() {
        Map<String, ServerState> states = new LinkedHashMap<>();
        states.put(
                "files",
                new ServerState.Connected(
                        Revision.V2025_11_25,
                        new ServerFacts(
                                "fs\u001b[2J", "1", Json.Obj.EMPTY, Optional.of("Use \u009bit.")),
                        List.of("read", "wri\u0007te")));
        states.put("gone", new ServerState.Broken("It ended."));
        states.put("slow", new ServerState.Connecting());
        String shown =
                ServersPage.page(states).lines(Theme.of(Screen.NONE), 80).stream()
                        .map(Object::toString)
                        .collect(Collectors.joining("\n"));
        assertThat(shown)
                .contains("connected: fs", "1, MCP 2025-11-25, 2 tools", "broken: It ended.")
                .contains("slow   connecting", "Tools of files", "read, ")
                .doesNotContain("\u001b", "\u009b", "\u0007");
    }
}
