package dev.deft.app.cli.models;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A model server on the loopback that lists what it is told to, and says one thing.
final class ModelServer implements AutoCloseable {

    private static final String ANSWER =
            """
            data: {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "I run here."}}]}

            data: {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 10, "completion_tokens": 3}}

            data: [DONE]

            """;

    private final HttpServer server;
    private final Map<String, String> pages = new LinkedHashMap<>();
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private int status = 200;

    ModelServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    ModelServer page(String path, String json) {
        pages.put(path, json);
        return this;
    }

    ModelServer refusing(int status, String json) {
        this.status = status;
        return page("/v1/models", json);
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// The keys that were sent.
    List<String> keys() {
        return List.copyOf(keys);
    }

    private void serve(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        for (String header : List.of("Authorization", "x-api-key")) {
            keys.addAll(exchange.getRequestHeaders().getOrDefault(header, List.of()));
        }
        String path = exchange.getRequestURI().getPath();
        boolean asked = path.equals("/v1/chat/completions");
        exchange.getResponseHeaders()
                .set("Content-Type", asked ? "text/event-stream" : "application/json");
        String body = asked ? ANSWER : pages.getOrDefault(path, "{}");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(
                asked ? 200 : pages.containsKey(path) ? status : 404, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
