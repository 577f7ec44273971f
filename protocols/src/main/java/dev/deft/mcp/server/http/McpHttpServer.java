package dev.deft.mcp.server.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP server with nothing but MCP.
public final class McpHttpServer implements AutoCloseable {

    /// The path of MCP.
    public static final String PATH = "/mcp";

    private static final int BACKLOG = 128;

    private final HttpServer server;
    private final ExecutorService threads;
    private final McpHttpHandler handler;

    private McpHttpServer(HttpServer server, ExecutorService threads, McpHttpHandler handler) {
        this.server = server;
        this.threads = threads;
        this.handler = handler;
    }

    /// Starts it.
    ///
    /// @param handler is closed with the server
    /// @throws IOException if the address cannot be used
    public static McpHttpServer start(InetSocketAddress address, McpHttpHandler handler)
            throws IOException {
        prepare();
        HttpServer server = HttpServer.create(address, BACKLOG);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext(PATH, handler);
        server.start();
        return new McpHttpServer(server, threads, handler);
    }

    /// Settings of the HTTP server of the JDK, which it reads once. Without the first, the head of
    /// a response and its body wait for each other on the wire.
    private static void prepare() {
        setting("sun.net.httpserver.nodelay", "true");
        setting("sun.net.httpserver.maxReqTime", "60");
        setting("jdk.httpserver.maxConnections", "1024");
    }

    private static void setting(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    /// Where it listens, with the port.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        handler.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
