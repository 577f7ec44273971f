package dev.deft.mcp.server;

import dev.deft.codec.JsonText;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpServer;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/// A workspace with a server, for tests.
final class McpTestWorkspace implements AutoCloseable {

    private final Engine engine;
    private final Workspace workspace;
    private final McpToolServer server;
    private final McpHttpServer http;

    McpTestWorkspace(Path root, HttpAccess access, McpCallers callers, Tool<?>... tools)
            throws IOException {
        Map<String, String> environment =
                Map.of("HOME", root.resolve("home").toString(), "PATH", "/usr/bin:/bin");
        engine = Engine.builder().environment(environment).tools(tools).build();
        workspace = engine.workspace(root);
        server =
                McpToolServer.builder(workspace)
                        .environment(environment)
                        .callers(callers)
                        .identity("test", "1", "Test.")
                        .build();
        http = server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), access);
    }

    McpToolServer server() {
        return server;
    }

    int port() {
        return http.address().getPort();
    }

    static Json.Obj json(String text) {
        try {
            return JsonText.parseObject(text.replace('\'', '"'));
        } catch (JsonSyntaxException e) {
            throw new AssertionError(text, e);
        }
    }

    @Override
    public void close() {
        try (engine;
                workspace;
                server;
                http) {
            // The block only closes them.
        }
    }
}
