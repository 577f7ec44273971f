package dev.deft.app.interactive.slash;

import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.ServerState;
import java.util.Map;
import java.util.Optional;

/// `/mcp`: how it stands with the MCP servers, and to connect to one again.
final class ServersPage {

    private static final String RECONNECT = "reconnect";

    private ServersPage() {}

    static void run(String arguments, SlashContext conversation) {
        Optional<McpServers> servers = conversation.servers();
        if (servers.isEmpty()) {
            conversation.note(
                    "There are no MCP servers here. deft mcp add adds one; deft mcp list shows why"
                            + " one is not used.");
            return;
        }
        String[] words = arguments.split("\\s+", 2);
        if (words[0].equals(RECONNECT)) {
            reconnect(words.length < 2 ? "" : words[1].strip(), servers.get(), conversation);
            return;
        }
        if (!arguments.isEmpty()) {
            conversation.warn("Write /mcp, or /mcp reconnect NAME.");
            return;
        }
        conversation.page(
                "MCP servers",
                columns -> page(servers.get().states()).lines(conversation.theme(), columns));
    }

    private static void reconnect(String name, McpServers servers, SlashContext conversation) {
        if (servers.reconnect(name)) {
            conversation.note("Connecting to %s again.".formatted(name));
        } else {
            conversation.warn(
                    "There is no MCP server of that name; there are %s."
                            .formatted(String.join(", ", servers.states().keySet())));
        }
    }

    static TextPage page(Map<String, ServerState> states) {
        var page = new TextPage();
        page.heading("Servers");
        states.forEach((name, state) -> page.row(name, shown(state)));
        states.forEach((name, state) -> {
            if (state instanceof ServerState.Connected connected) {
                page.heading("Tools of " + name);
                page.text(String.join(", ", connected.tools()));
                connected.facts().instructions().ifPresent(page::faint);
            }
        });
        return page.heading("Again")
                .text(
                        "/mcp reconnect NAME connects to a server now; deft mcp list shows the entries.");
    }

    private static String shown(ServerState state) {
        return switch (state) {
            case ServerState.Connecting _ -> "connecting";
            case ServerState.Broken(String why) -> "broken: " + why;
            case ServerState.Connected it ->
                    "connected: %s %s, MCP %s, %s"
                            .formatted(
                                    it.facts().name(),
                                    it.facts().version(),
                                    it.revision().wire(),
                                    it.toolCount());
        };
    }
}
