package dev.deft.mcp.server;

import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A server on standard input and output, as a process of its own.
final class StreamServer {

    private StreamServer() {}

    /// The command for it.
    static List<String> command(Path root) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StreamServer.class.getName(),
                root.toString());
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Path.of(arguments[0]);
        Map<String, String> environment =
                Map.of("HOME", root.resolve("home").toString(), "PATH", "/usr/bin:/bin");
        try (Engine engine = Engine.builder().environment(environment).build();
                Workspace workspace = engine.workspace(root);
                McpToolServer server =
                        McpToolServer.builder(workspace).environment(environment).build()) {
            server.serve(System.in, System.out);
        }
    }
}
