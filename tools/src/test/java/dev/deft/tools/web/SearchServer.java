package dev.deft.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A search service on loopback with one answer, and a network that reaches it.
final class SearchServer implements Network, AutoCloseable {

    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

    /// A request that arrived.
    ///
    /// @param headers by their names in lower case
    record Seen(String method, String target, Map<String, String> headers, String body) {}

    /// What the service answers.
    @FunctionalInterface
    interface Answer {

        void to(HttpExchange exchange) throws IOException;
    }

    private SearchServer(HttpServer server) {
        this.server = server;
    }

    static SearchServer answering(Answer answer) throws IOException {
        HttpServer http =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var server = new SearchServer(http);
        http.createContext(
                "/",
                exchange -> {
                    server.seen.add(seen(exchange));
                    answer.to(exchange);
                    exchange.close();
                });
        http.start();
        return server;
    }

    static SearchServer answering(int status, String body) throws IOException {
        return answering(exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    private static Seen seen(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, it) -> headers.put(name.toLowerCase(Locale.ROOT), it.getFirst()));
        return new Seen(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    String address() {
        return "http://" + host();
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    Seen next() throws InterruptedException {
        return seen.take();
    }

    int requests() {
        return seen.size();
    }

    @Override
    public Response send(Request request) throws IOException, InterruptedException {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(URI.create(request.url().toString()))
                        .timeout(request.timeout())
                        .method(
                                request.method(),
                                request.body().isPresent()
                                        ? HttpRequest.BodyPublishers.ofByteArray(
                                                request.body().get().toArray())
                                        : HttpRequest.BodyPublishers.noBody());
        request.headers().forEach(builder::header);
        try {
            HttpResponse<byte[]> response =
                    client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
            Bytes body = Bytes.wrap(response.body());
            return new Response(
                    response.uri(),
                    response.statusCode(),
                    Map.of("content-type", List.of("application/json")),
                    body.part(0, request.maxBytes()),
                    body.size() > request.maxBytes());
        } catch (HttpTimeoutException e) {
            throw new HostException(ErrorCode.TIMEOUT, "The server did not answer in time.");
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.stop(0);
    }
}
