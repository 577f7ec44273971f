package dev.deft.app.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A collector of OpenTelemetry on loopback, which keeps what it is sent.
final class OtlpCollector implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<byte[]> traces = new CopyOnWriteArrayList<>();
    private final List<byte[]> metrics = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    OtlpCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", it -> keep(it, traces));
        server.createContext("/v1/metrics", it -> keep(it, metrics));
        server.setExecutor(threads);
        server.start();
    }

    private void keep(HttpExchange exchange, List<byte[]> kept) throws IOException {
        keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("x-key")));
        kept.add(exchange.getRequestBody().readAllBytes());
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    Map<String, String> environment() {
        return Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "OTEL_EXPORTER_OTLP_HEADERS",
                "x-key=a%20key");
    }

    /// A span.
    record SentSpan(String id, String parent, String name) {}

    List<SentSpan> spans() {
        List<SentSpan> spans = new ArrayList<>();
        for (byte[] request : traces) {
            for (WireFields resource : WireFields.read(request).messages(1)) {
                for (WireFields scope : resource.messages(2)) {
                    scope.messages(2).forEach(it -> spans.add(span(it)));
                }
            }
        }
        return spans;
    }

    private static SentSpan span(WireFields span) {
        return new SentSpan(hex(span, 2), hex(span, 4), span.text(5));
    }

    private static String hex(WireFields span, int number) {
        return span.all(number).stream()
                .map(it -> HexFormat.of().formatHex(it.content()))
                .findFirst()
                .orElse("");
    }

    /// The names of the spans above one, from the root on.
    String path(SentSpan span) {
        return spans().stream()
                        .filter(it -> it.id().equals(span.parent()))
                        .findFirst()
                        .map(it -> path(it) + " > ")
                        .orElse("")
                + span.name();
    }

    List<String> metrics() {
        List<String> names = new ArrayList<>();
        for (byte[] request : metrics) {
            for (WireFields resource : WireFields.read(request).messages(1)) {
                for (WireFields scope : resource.messages(2)) {
                    scope.messages(2).forEach(it -> names.add(it.text(1)));
                }
            }
        }
        return names;
    }

    /// The values of the header with the key.
    List<String> keys() {
        return keys;
    }

    /// All bytes that arrived, as text.
    String everything() {
        var text = new StringBuilder();
        for (byte[] it : traces) {
            text.append(new String(it, StandardCharsets.ISO_8859_1));
        }
        for (byte[] it : metrics) {
            text.append(new String(it, StandardCharsets.ISO_8859_1));
        }
        return text.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
