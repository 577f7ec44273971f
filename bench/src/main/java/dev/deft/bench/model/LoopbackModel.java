package dev.deft.bench.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A model server on loopback that streams Anthropic messages.
final class LoopbackModel implements AutoCloseable {

    private final HttpServer server;
    private final Answering answering;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /// Decides what the model says.
    @FunctionalInterface
    interface Answering {

        /// Says something.
        ///
        /// @param body the request
        /// @param out a message that has begun
        void answer(String body, MessagesStream out) throws IOException;
    }

    /// @param waiting how many connections may wait; 0 for the usual number
    LoopbackModel(int waiting, Answering answering) throws IOException {
        this.answering = answering;
        server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), waiting);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            var out = new MessagesStream(exchange.getResponseBody());
            out.begin();
            answering.answer(body, out);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
