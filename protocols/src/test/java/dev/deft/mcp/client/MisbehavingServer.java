package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.protocols.NodeKit;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A server of our own that misbehaves in one way.
final class MisbehavingServer {

    private MisbehavingServer() {}

    /// @param mode how it misbehaves
    static McpServer.Program named(String name, String mode, String... more)
            throws URISyntaxException {
        Path script =
                Path.of(
                        Objects.requireNonNull(MisbehavingServer.class.getResource("server.mjs"))
                                .toURI());
        List<String> arguments = new ArrayList<>(List.of(script.toString(), mode));
        arguments.addAll(List.of(more));
        return ServerDesk.program(name, NodeKit.node(arguments));
    }

    static McpServer.Program of(String mode, String... more) throws URISyntaxException {
        return named("fake", mode, more);
    }
}
