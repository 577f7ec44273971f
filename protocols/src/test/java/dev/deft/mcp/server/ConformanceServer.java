package dev.deft.mcp.server;

import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpServer;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/// A server with everything that the conformance suite asks for. It ships in no release.
final class ConformanceServer implements AutoCloseable {

    private final Engine engine;
    private final Workspace workspace;
    private final McpToolServer server;
    private final McpHttpServer http;

    private ConformanceServer(
            Engine engine, Workspace workspace, McpToolServer server, McpHttpServer http) {
        this.engine = engine;
        this.workspace = workspace;
        this.server = server;
        this.http = http;
    }

    static ConformanceServer start(Path root, int port) throws IOException {
        var callers = new McpCallers();
        var known = new AtomicReference<McpToolServer>();
        Engine engine =
                Engine.builder()
                        .environment(Map.of("HOME", root.toString(), "PATH", "/usr/bin:/bin"))
                        .tools(ConformanceTools.all(callers, known).toArray(Tool<?>[]::new))
                        .build();
        Workspace workspace = engine.workspace(root);
        McpToolServer server =
                McpToolServer.builder(workspace)
                        .environment(Map.of("HOME", root.toString()))
                        .identity("deft-conformance", "1.0.0", "")
                        .callers(callers)
                        .resources(new ConformanceResources())
                        .prompts(new ConformancePrompts())
                        .build();
        known.set(server);
        McpHttpServer http =
                server.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        HttpAccess.ofEveryLocalProgram());
        return new ConformanceServer(engine, workspace, server, http);
    }

    String url() {
        return "http://localhost:%d/mcp".formatted(http.address().getPort());
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

    /// Runs until the process is stopped.
    ///
    /// @param arguments the root and the port
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (ConformanceServer server =
                start(Path.of(arguments[0]), Integer.parseInt(arguments[1]))) {
            System.out.println(server.url());
            Thread.currentThread().join();
        }
    }
}
