package dev.deft.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A model server on loopback for many sessions at once, which does what the last message says.
///
/// `STREAM pace seconds size` writes at a steady pace, each piece with the time at which it was
/// written; `WORK calls` reads that many files, `notes-0.txt` and so on, and then says that it is
/// done; anything else gets a word.
final class ServeModel implements AutoCloseable {

    static final String STREAM = "STREAM";
    static final String WORK = "WORK";
    static final String DONE = "all-done";

    private static final String RESULT = "\"tool_result\"";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    ServeModel() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// A stamp in a text, such as `@12345@`.
    static String stamp() {
        return "@" + System.nanoTime() + "@";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            send(
                    out,
                    "message_start",
                    "\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"bench\",\"content\":[],\"usage\":{\"input_tokens\":1000,\"output_tokens\":1}}");
            int stream = body.lastIndexOf(STREAM + " ");
            int work = body.lastIndexOf(WORK + " ");
            if (stream > work) {
                String[] words = words(body, stream);
                stream(out, number(words[1]), number(words[2]), number(words[3]));
            } else if (work >= 0 && results(body, work) < number(words(body, work)[1])) {
                call(out, results(body, work));
            } else {
                text(out, DONE);
            }
        }
    }

    private static String[] words(String body, int at) {
        return body.substring(at, Math.min(body.length(), at + 60)).split("[ \"\\\\]", -1);
    }

    private static int number(String word) {
        return Integer.parseInt(word.replaceAll("\\D", ""));
    }

    private static int results(String body, int from) {
        int count = 0;
        for (int at = body.indexOf(RESULT, from); at >= 0; at = body.indexOf(RESULT, at + 1)) {
            count++;
        }
        return count;
    }

    private static void call(OutputStream out, int number) throws IOException {
        send(
                out,
                "content_block_start",
                "\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_%d\",\"name\":\"read\",\"input\":{}}"
                        .formatted(System.nanoTime()));
        send(
                out,
                "content_block_delta",
                "\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"path\\\":\\\"notes-%d.txt\\\"}\"}"
                        .formatted(number));
        send(out, "content_block_stop", "\"index\":0");
        end(out, "tool_use");
    }

    private static void stream(OutputStream out, int pace, int seconds, int size)
            throws IOException {
        begin(out);
        String rest = "x".repeat(size);
        long start = System.nanoTime();
        for (int i = 0; i < pace * seconds; i++) {
            delta(out, stamp() + rest);
            long due = start + TimeUnit.SECONDS.toNanos(1) * (i + 1) / pace;
            LockSupport.parkNanos(due - System.nanoTime());
        }
        delta(out, DONE);
        send(out, "content_block_stop", "\"index\":0");
        end(out, "end_turn");
    }

    private static void text(OutputStream out, String text) throws IOException {
        begin(out);
        delta(out, text);
        send(out, "content_block_stop", "\"index\":0");
        end(out, "end_turn");
    }

    private static void begin(OutputStream out) throws IOException {
        send(
                out,
                "content_block_start",
                "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
    }

    private static void delta(OutputStream out, String text) throws IOException {
        send(
                out,
                "content_block_delta",
                "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":%s}"
                        .formatted(JsonText.write(new Json.Str(text))));
    }

    private static void end(OutputStream out, String reason) throws IOException {
        send(
                out,
                "message_delta",
                "\"delta\":{\"stop_reason\":\"%s\"},\"usage\":{\"output_tokens\":100}"
                        .formatted(reason));
        send(out, "message_stop", "\"x\":0");
    }

    private static void send(OutputStream out, String type, String fields) throws IOException {
        out.write(
                "event: %1$s\ndata: {\"type\":\"%1$s\",%2$s}\n\n"
                        .formatted(type, fields)
                        .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
