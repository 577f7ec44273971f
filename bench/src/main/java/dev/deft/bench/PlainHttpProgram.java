package dev.deft.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.bench.model.ServeModel;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The HTTP server of the JDK with a constant answer and a stream of events, to compare with: it
/// signs nobody in, looks nothing up and records nothing.
public final class PlainHttpProgram {

    private static final byte[] ANSWER =
            "{\"name\":\"plain\",\"version\":\"1\",\"store\":\"files\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private PlainHttpProgram() {}

    public static void main(String[] args) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.createContext("/events", PlainHttpProgram::events);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.getResponseHeaders().add("Content-Type", "application/json");
                        exchange.sendResponseHeaders(200, ANSWER.length);
                        exchange.getResponseBody().write(ANSWER);
                    }
                });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // It ends with its input.
        }
        server.stop(0);
        System.exit(0);
    }

    /// Writes the time of the moment at a steady pace, as often as the query says.
    private static void events(HttpExchange exchange) throws IOException {
        try (exchange) {
            int count = Integer.parseInt(exchange.getRequestURI().getQuery());
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                out.write(
                        "data: {\"type\":\"text\",\"delta\":\"%s\"}\n\n"
                                .formatted(ServeModel.stamp())
                                .getBytes(StandardCharsets.UTF_8));
                out.flush();
                long due = start + TimeUnit.SECONDS.toNanos(1) * (i + 1) / StreamLoad.PACE;
                LockSupport.parkNanos(due - System.nanoTime());
            }
            out.write(("data: " + ServeModel.DONE + "\n\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
