package dev.deft.mcp.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An HTTP server that treats each request as a test says.
final class HttpFake implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    final List<String> seen = Collections.synchronizedList(new ArrayList<>());

    /// Answers one request.
    interface Behavior {
        void answer(Asked asked) throws IOException, InterruptedException;
    }

    /// A request.
    ///
    /// @param method of JSON-RPC; that of HTTP where there is no message
    record Asked(HttpExchange exchange, String method, Json.Obj message) {

        String header(String name) {
            return String.valueOf(exchange.getRequestHeaders().getFirst(name));
        }

        void result(String json) throws IOException {
            send(
                    200,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                            .formatted(message.find("id").orElse(Json.Null.VALUE), json));
        }

        void error(int status, int code, String text) throws IOException {
            send(
                    status,
                    "application/json",
                    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"%s\"}}"
                            .formatted(message.find("id").orElse(Json.Null.VALUE), code, text));
        }

        void send(int status, String type, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        }

        /// Begins a stream of events.
        void stream() throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
        }

        void write(String text) throws IOException {
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        }

        String id() {
            return message.find("id").orElse(Json.Null.VALUE).toString();
        }
    }

    HttpFake(Behavior behavior) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(workers);
        server.createContext("/", exchange -> serve(exchange, behavior));
        server.start();
    }

    private void serve(HttpExchange exchange, Behavior behavior) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Json.Obj message = Json.Obj.EMPTY;
        try {
            message = body.isEmpty() ? message : (Json.Obj) JsonText.parse(body);
        } catch (JsonSyntaxException e) {
            throw new IOException(e);
        }
        String method = message.text("method").orElse(exchange.getRequestMethod());
        seen.add(method);
        try {
            behavior.answer(new Asked(exchange, method, message));
        } catch (InterruptedException _) {
            exchange.close();
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    /// Answers of a plain server with sessions and one tool.
    static boolean handshake(Asked asked) throws IOException {
        switch (asked.method()) {
            case "server/discover" -> asked.error(400, -32000, "no session");
            case "initialize" -> {
                asked.exchange().getResponseHeaders().set("Mcp-Session-Id", "one");
                asked.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}");
            }
            case "notifications/initialized", "notifications/cancelled" ->
                    asked.send(202, "text/plain", "");
            case "GET" -> asked.send(405, "text/plain", "");
            case "DELETE" -> asked.send(204, "text/plain", "");
            case "tools/list" ->
                    asked.result(
                            "{\"tools\":[{\"name\":\"go\",\"inputSchema\":{\"type\":\"object\"}}]}");
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
        workers.close();
    }
}
