package dev.deft.app.interactive;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// A model behind the Messages wire on loopback that says nothing by itself: a test takes each
/// request and answers it piece by piece, so it can look at what is shown in between.
final class HeldModel implements AutoCloseable {

    private static final long LONGEST_WAIT_SECONDS = 60;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<HeldAnswer> waiting = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();

    HeldModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/messages", this::hold);
        server.setExecutor(threads);
        server.start();
    }

    /// The environment that leads a program here.
    Map<String, String> environment() {
        return Map.of(
                "ANTHROPIC_API_KEY",
                "held",
                "ANTHROPIC_BASE_URL",
                "http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// The bodies of all requests so far.
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    /// Waits for a request that nobody took yet.
    HeldAnswer next() throws InterruptedException {
        return next(_ -> true);
    }

    /// Waits for a request of which the body is as wanted, such as one of a sub-agent.
    synchronized HeldAnswer next(Predicate<String> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
        while (true) {
            for (HeldAnswer answer : waiting) {
                if (wanted.test(answer.request())) {
                    waiting.remove(answer);
                    return answer;
                }
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError(
                        "the model was not asked after %d requests".formatted(requests.size()));
            }
            wait(100);
        }
    }

    private void hold(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            arrived(body, exchange.getResponseBody()).over().await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized HeldAnswer arrived(String body, OutputStream out) {
        requests.add(body);
        var answer = new HeldAnswer(requests.size(), body, out, new CountDownLatch(1));
        waiting.add(answer);
        notifyAll();
        return answer;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    static Json.Obj args(String... namesAndValues) {
        Json.Obj object = Json.Obj.EMPTY;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object = object.with(namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    static byte[] event(String type, Json.Obj fields) {
        String data = JsonText.write(fields.with("type", type));
        return ("event: " + type + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
