package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import dev.deft.tool.ToolSource;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server made with the Java SDK of MCP, in Tomcat.
@Tag("slow")
@Timeout(60)
class SdkServerTest {

    @TempDir private Path root;

    private final Tomcat tomcat = new Tomcat();
    private McpSyncServer server;

    @BeforeEach
    void start() throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        var servlet =
                HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
        server =
                McpServer.sync(servlet)
                        .serverInfo("sdk", "1")
                        .capabilities(ServerCapabilities.builder().tools(true).build())
                        .tools(tool("greet"))
                        .build();
        tomcat.setBaseDir(root.resolve("tomcat").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        tomcat.stop();
        tomcat.destroy();
    }

    private static SyncToolSpecification tool(String name) {
        Map<String, Object> schema =
                Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("name", Map.of("type", "string")),
                        "required",
                        List.of("name"));
        return SyncToolSpecification.builder()
                .tool(Tool.builder(name, schema).description("Greets somebody").build())
                .callHandler((_, request) ->
                        CallToolResult.builder()
                                .addTextContent("Hello, " + request.arguments().get("name"))
                                .isError(false)
                                .build())
                .build();
    }

    private ServerDesk desk() throws Exception {
        return ServerDesk.open(
                root,
                ServerDesk.remote(
                        "sdk",
                        "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/mcp"));
    }

    @Test
    void callsItsToolsAndTakesItsErrors() throws Exception {
        try (ServerDesk desk = desk()) {
            assertThat(desk.servers.states().get("sdk"))
                    .isInstanceOfSatisfying(
                            ServerState.Connected.class,
                            it -> assertThat(it.revision()).isNotEqualTo(Revision.V2024_11_05));
            assertThat(desk.session.call("sdk_greet", Map.of("name", "Ada")).text())
                    .isEqualTo("Hello, Ada");
            assertThat(desk.session.call("sdk_greet", Json.Obj.EMPTY).failed()).isTrue();
        }
    }

    @Test
    void seesAToolThatIsAdded() throws Exception {
        try (ServerDesk desk = desk()) {
            var added = new CountDownLatch(1);
            try (ToolSource.Subscription _ = desk.servers.onChange(added::countDown)) {
                // It tells nobody before the stream of the client is open.
                for (int i = 0; !added.await(300, TimeUnit.MILLISECONDS); i++) {
                    server.addTool(tool("salute" + i));
                }
            }
            assertThat(desk.ids()).contains("sdk_salute0");
            assertThat(desk.session.call("sdk_salute0", Map.of("name", "Bob")).text())
                    .isEqualTo("Hello, Bob");
        }
    }
}
