package dev.deft.agent.model.listing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A server on the loopback with a few documents; 404 for everything else.
final class FakeServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();
    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());

    FakeServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /// A request.
    record Seen(String method, String target, Map<String, String> headers, String body) {}

    /// An answer.
    interface Page {
        void answer(HttpExchange exchange, String body) throws IOException;
    }

    FakeServer page(String path, String json) {
        return page(path, 200, json);
    }

    FakeServer page(String path, int status, String text) {
        return page(path, (exchange, _) -> send(exchange, status, text));
    }

    FakeServer page(String path, Page page) {
        pages.put(path, page);
        return this;
    }

    /// A page that depends on the question.
    FakeServer answering(String path, Function<String, String> answer) {
        return page(path, (exchange, body) -> send(exchange, 200, answer.apply(body)));
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    private void serve(HttpExchange exchange) throws IOException {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        exchange.getRequestHeaders().forEach((name, it) -> headers.put(name, it.getFirst()));
        String body;
        try (InputStream in = exchange.getRequestBody()) {
            body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String target = exchange.getRequestURI().toString();
        seen.add(new Seen(exchange.getRequestMethod(), target, headers, body));
        Page page = pages.getOrDefault(target, pages.get(exchange.getRequestURI().getPath()));
        if (page == null) {
            send(exchange, 404, "{\"error\": \"there is no such page\"}");
        } else {
            page.answer(exchange, body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
