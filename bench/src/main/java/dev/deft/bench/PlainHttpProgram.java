package dev.deft.bench;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/// The HTTP server of the JDK with a constant answer, to compare with: it signs nobody in, looks
/// nothing up and records nothing.
public final class PlainHttpProgram {

    private static final byte[] ANSWER =
            "{\"name\":\"plain\",\"version\":\"1\",\"store\":\"files\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private PlainHttpProgram() {}

    public static void main(String[] args) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
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
}
