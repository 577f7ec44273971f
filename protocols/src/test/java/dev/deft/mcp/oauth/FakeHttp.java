package dev.deft.mcp.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A server on loopback whose answers are functions, and which remembers what it was asked.
final class FakeHttp implements AutoCloseable {

    /// What was asked.
    ///
    /// @param fields of the query, or of a form
    record Request(
            String method,
            String path,
            Map<String, String> fields,
            Map<String, List<String>> headers,
            String body) {

        String field(String name) {
            return fields.getOrDefault(name, "");
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(it -> it.getKey().equalsIgnoreCase(name))
                    .map(it -> it.getValue().getFirst())
                    .findFirst()
                    .orElse("");
        }
    }

    /// An answer.
    record Reply(int status, Map<String, String> headers, String body) {

        static Reply json(String body) {
            return json(200, body);
        }

        static Reply json(int status, String body) {
            return new Reply(status, Map.of("Content-Type", "application/json"), body);
        }

        static Reply redirect(String location) {
            return new Reply(302, Map.of("Location", location), "");
        }

        Reply with(String name, String value) {
            return new Reply(status, Map.of(name, value), body);
        }
    }

    /// An answer that is written by hand.
    @FunctionalInterface
    interface Stream {
        void write(OutputStream out) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Function<Request, Reply>> replies = new ConcurrentHashMap<>();
    private final Map<String, Stream> streams = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    FakeHttp() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    String origin() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    void on(String path, Function<Request, Reply> reply) {
        replies.put(path, reply);
    }

    void stream(String path, Stream stream) {
        streams.put(path, stream);
    }

    /// The requests for a path, in order.
    List<Request> requests(String path) {
        return requests.stream().filter(it -> it.path().equals(path)).toList();
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = read(exchange);
            requests.add(request);
            Stream stream = streams.get(request.path());
            if (stream != null) {
                exchange.sendResponseHeaders(200, 0);
                stream.write(exchange.getResponseBody());
                return;
            }
            Reply reply =
                    replies.getOrDefault(request.path(), _ -> Reply.json(404, "{}")).apply(request);
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Request read(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String query = exchange.getRequestURI().getRawQuery();
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        String form = query != null ? query : type.equals(FormText.TYPE) ? body : "";
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                FormText.read(form).orElse(Map.of()),
                Map.copyOf(exchange.getRequestHeaders()),
                body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
