package dev.deft.mcp.server;

import dev.deft.engine.AgentSpec;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpHandler;
import dev.deft.mcp.server.http.McpHttpServer;
import dev.deft.mcp.server.method.Change;
import dev.deft.mcp.server.method.McpEndpoint;
import dev.deft.rpc.RpcConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;

/// The tools of a workspace for MCP clients, with its files, sessions, slash commands and skills.
///
/// It speaks all revisions from 2024-11-05 to 2026-07-28. Every call goes through the rules of a
/// session; what they leave open is asked through the client, or denied if it cannot ask its user.
///
/// ```java
/// try (Engine engine = Engine.builder().build();
///         Workspace workspace = engine.workspace(Path.of("."));
///         McpToolServer server = McpToolServer.builder(workspace).build()) {
///     server.serve(System.in, System.out);
/// }
/// ```
public final class McpToolServer implements AutoCloseable {

    private final McpEndpoint endpoint;

    McpToolServer(McpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /// The agent whose rights clients have by default: tools that only read are allowed, and
    /// everything else is asked through the client. Commands are too, though they could run in look
    /// mode: they see more of the machine than the tools that read.
    public static AgentSpec defaultAgent() {
        return AgentSpec.standard().ask("bash", "*");
    }

    /// Starts the description of a server.
    ///
    /// @param workspace must stay open as long as the server
    public static McpToolServerBuilder builder(Workspace workspace) {
        return new McpToolServerBuilder(workspace);
    }

    /// Serves one client, and returns when it has closed its end.
    ///
    /// @param out gets nothing but messages; it is closed
    public void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
        try (RpcConnection connection = StreamConnection.open(endpoint, in, out)) {
            connection.awaitEnd();
        }
    }

    /// {@return a handler for a path of an HTTP server, to be closed before this server}
    ///
    /// @param access who may use it
    public McpHttpHandler handler(HttpAccess access) {
        return new McpHttpHandler(endpoint, access);
    }

    /// {@return the same for a server that checks by itself who sends a request, and from where}
    public McpHttpHandler handlerBehindChecks() {
        return McpHttpHandler.behindChecks(endpoint);
    }

    /// Serves any number of clients on HTTP, at the path `/mcp`.
    ///
    /// @param address where to listen; the port 0 stands for a free one
    /// @param access who may use it
    /// @return to be closed before this server
    /// @throws IOException if the address cannot be used
    public McpHttpServer listen(InetSocketAddress address, HttpAccess access) throws IOException {
        return McpHttpServer.start(address, handler(access));
    }

    /// Tells clients that the list of tools changed. Changes of tool sources are noticed without
    /// it, some seconds later.
    public void toolsChanged() {
        endpoint.changes().report(new Change.OfTools());
    }

    /// Tells clients that the list of prompts changed.
    public void promptsChanged() {
        endpoint.changes().report(new Change.OfPrompts());
    }

    /// Tells clients who watch it that a resource changed.
    public void resourceChanged(String uri) {
        endpoint.changes().report(new Change.OfResource(uri));
    }

    /// Ends all requests and closes the sessions that it opened.
    @Override
    public void close() {
        endpoint.close();
    }
}
