package dev.deft.bench;

import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.McpToolServer;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Serves Deft's tools over MCP, as a process of its own: on HTTP if an argument gives the token.
final class DeftMcpProgram {

    private DeftMcpProgram() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Files.createTempDirectory("deft-bench-").toRealPath();
        Map<String, String> environment = Map.of("DEFT_HOME", root.resolve("home").toString());
        try (Engine engine = Engine.builder().environment(environment).build();
                Workspace workspace = engine.workspace(root);
                McpToolServer server =
                        McpToolServer.builder(workspace)
                                .agent(AgentSpec.standard())
                                .environment(environment)
                                .build()) {
            if (args.length == 0) {
                server.serve(System.in, System.out);
                return;
            }
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            try (McpHttpServer http = server.listen(address, HttpAccess.withToken(args[0]))) {
                System.out.println(http.address().getPort());
                while (System.in.read() >= 0) {}
            }
        }
    }
}
