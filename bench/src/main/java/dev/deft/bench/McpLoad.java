package dev.deft.bench;

import java.io.IOException;
import java.util.Collections;

/// Clients that call one tool again and again, each over a connection of its own.
final class McpLoad implements ClientLoad.Client {

    static final String STATEFUL = "2025-11-25";
    static final String STATELESS = "2026-07-28";

    private static final String ANSWER = "aGVsbG8gd29ybGQ=";

    private final int port;
    private final String access;
    private final String revision;
    private final int clients;

    McpLoad(int port, String token, String revision, int clients) {
        this.port = port;
        this.access = "Authorization: Bearer " + token + "\r\n";
        this.revision = revision;
        this.clients = clients;
    }

    /// The first message of a client where there are sessions.
    static String initialize() {
        return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}"
                .formatted(STATEFUL);
    }

    static String initialized() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    }

    /// A call.
    ///
    /// @param more fields after the arguments
    static String call(String more) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"base64_encode\",\"arguments\":{\"text\":\"hello world\"}%s}}"
                .formatted(more);
    }

    /// @throws IOException if it is not the answer to a call
    static void requireAnswer(String text) throws IOException {
        if (!text.contains(ANSWER)) {
            throw new IOException("a call was not answered: " + text);
        }
    }

    McpFigures run(double seconds) throws IOException, InterruptedException {
        return ClientLoad.run(Collections.nCopies(clients, this), seconds);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public byte[] request(BenchWire wire) throws IOException {
        return revision.equals(STATELESS) ? statelessCall(wire) : callOfSession(wire);
    }

    @Override
    public void check(BenchWire.Response response) throws IOException {
        requireAnswer(response.body());
    }

    private byte[] statelessCall(BenchWire wire) {
        String meta =
                ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"%s\",\"io.modelcontextprotocol/clientInfo\":{\"name\":\"bench\",\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":{}}"
                        .formatted(STATELESS);
        return post(
                wire,
                version(STATELESS) + "Mcp-Method: tools/call\r\nMcp-Name: base64_encode\r\n",
                call(meta));
    }

    private byte[] callOfSession(BenchWire wire) throws IOException {
        String session = wire.send(post(wire, "", initialize())).headers().get("mcp-session-id");
        String headers = version(STATEFUL) + "Mcp-Session-Id: " + session + "\r\n";
        wire.send(post(wire, headers, initialized()));
        return post(wire, headers, call(""));
    }

    private byte[] post(BenchWire wire, String headers, String body) {
        return wire.request(
                "POST",
                "/mcp",
                "Accept: application/json, text/event-stream\r\n" + access + headers,
                body);
    }

    private static String version(String revision) {
        return "MCP-Protocol-Version: " + revision + "\r\n";
    }
}
