package dev.deft.protocols;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.mcp.Revision;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs clients for the conformance suite inside this process. The suite starts a command for each
/// scenario, all at once; that command only passes the order on, so that no machine has to start
/// dozens of Java programs at the same time.
final class ClientForwarding implements AutoCloseable {

    private static final int AT_ONCE = 4;
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final ConformanceClient client;
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    ClientForwarding(ConformanceClient client) throws IOException {
        this.client = client;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(workers);
        server.createContext("/", this::serve);
        server.start();
    }

    /// What the suite shall start. It splits the text at spaces.
    String command() throws URISyntaxException {
        URI script =
                Objects.requireNonNull(ClientForwarding.class.getResource("forward.mjs")).toURI();
        List<String> command =
                NodeKit.node(
                        List.of(
                                Path.of(script).toString(),
                                Integer.toString(server.getAddress().getPort())));
        return String.join(" ", command);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String order =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Optional<String> trouble = run(order);
            byte[] said = trouble.orElse("done\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(trouble.isEmpty() ? 200 : 500, said.length);
            exchange.getResponseBody().write(said);
        }
    }

    private Optional<String> run(String text) {
        try {
            ConformanceClient.Order order = order((Json.Obj) JsonText.parse(text));
            places.acquire();
            try {
                return run(order);
            } finally {
                places.release();
            }
        } catch (JsonSyntaxException | InterruptedException e) {
            return Optional.of(trace(e));
        }
    }

    private Optional<String> run(ConformanceClient.Order order) throws InterruptedException {
        Future<?> work =
                workers.submit(() -> {
                    client.run(order);
                    return order;
                });
        try {
            work.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(trace(e));
        } catch (TimeoutException _) {
            work.cancel(true);
            return Optional.of("It took longer than " + LIMIT.toSeconds() + " s.\n");
        }
    }

    private static ConformanceClient.Order order(Json.Obj order) {
        return new ConformanceClient.Order(
                order.text("scenario").orElseThrow(),
                Revision.find(order.text("revision").orElseThrow()).orElseThrow(),
                (Json.Obj) order.find("context").orElseThrow(),
                URI.create(order.text("url").orElseThrow()));
    }

    private static String trace(Exception e) {
        var text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
        workers.close();
    }
}
