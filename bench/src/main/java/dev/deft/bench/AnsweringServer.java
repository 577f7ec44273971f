package dev.deft.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A model server on loopback that calls `current_time` a number of times and then answers. It
/// records the time of every request and of the end of every response.
final class AnsweringServer implements AutoCloseable {

    private static final String BEGINS =
            """
            event: message_start
            data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"bench","content":[],"usage":{"input_tokens":10,"output_tokens":1}}}

            """;
    private static final String CALLS =
            """
            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"call_NUMBER","name":"current_time","input":{}}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"timezone\\":\\"Etc/GMT-ZONE\\"}"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String SAYS =
            """
            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi."}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final int ZONES = 12;

    private final HttpServer server;
    private final int calls;
    private final AtomicInteger asked = new AtomicInteger();
    private final List<Long> arrivals = new CopyOnWriteArrayList<>();
    private final List<Long> ends = new CopyOnWriteArrayList<>();

    AnsweringServer(int calls) throws IOException {
        this(calls, HttpServer.create(loopback(), 0));
    }

    /// Over TLS.
    AnsweringServer(int calls, BenchCertificate certificate) throws IOException {
        this(calls, secure(certificate));
    }

    private AnsweringServer(int calls, HttpServer server) {
        this.calls = calls;
        this.server = server;
        server.createContext("/", this::answer);
        server.start();
    }

    private static HttpServer secure(BenchCertificate certificate) throws IOException {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
        return server;
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    String url() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Starts over with the first call.
    void again() {
        asked.set(0);
    }

    List<Long> arrivals() {
        return arrivals;
    }

    List<Long> ends() {
        return ends;
    }

    private void answer(HttpExchange exchange) throws IOException {
        arrivals.add(System.nanoTime());
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            int number = asked.getAndIncrement();
            String says =
                    number < calls
                            ? CALLS.replace("NUMBER", "" + number)
                                    .replace("ZONE", "" + (1 + number % ZONES))
                            : SAYS;
            exchange.getResponseBody().write((BEGINS + says).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            ends.add(System.nanoTime());
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
