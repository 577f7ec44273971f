package dev.deft.bench;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/// Serves one of Deft's tools, written with the Java SDK of MCP, as a process of its own: in Tomcat
/// if there is an argument.
final class SdkMcpProgram {

    private SdkMcpProgram() {}

    public static void main(String[] args)
            throws IOException, InterruptedException, LifecycleException {
        if (args.length == 0) {
            var _ =
                    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                            .serverInfo("sdk", "1")
                            .tools(tool())
                            .build();
            new CountDownLatch(1).await();
            return;
        }
        var servlet =
                HttpServletStreamableServerTransportProvider.builder().mcpEndpoint("/mcp").build();
        var _ = McpServer.sync(servlet).serverInfo("sdk", "1").tools(tool()).build();
        Logger.getLogger("").setLevel(Level.WARNING);
        var tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("deft-bench-").toString());
        tomcat.setHostname("localhost");
        tomcat.setPort(0);
        Context context = tomcat.addContext("", tomcat.getServer().getCatalinaBase().toString());
        Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        // It would close a connection after a hundred requests.
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        tomcat.start();
        System.out.println(tomcat.getConnector().getLocalPort());
        while (System.in.read() >= 0) {}
        tomcat.stop();
    }

    private static SyncToolSpecification tool() {
        Map<String, Object> text = Map.of("type", "string", "description", "The text to encode");
        return SyncToolSpecification.builder()
                .tool(
                        Tool.builder(
                                        "base64_encode",
                                        Map.of(
                                                "type", "object",
                                                "properties", Map.of("text", text),
                                                "required", List.of("text")))
                                .description("Encodes a text as Base64")
                                .build())
                .callHandler((_, request) -> encode(request))
                .build();
    }

    private static CallToolResult encode(CallToolRequest request) {
        byte[] text =
                String.valueOf(request.arguments().get("text")).getBytes(StandardCharsets.UTF_8);
        return CallToolResult.builder()
                .addTextContent(Base64.getEncoder().encodeToString(text))
                .isError(false)
                .build();
    }
}
