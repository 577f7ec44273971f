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

/// A model server on loopback for people at terminals. Asked to `STREAM`, it writes a long text at
/// a steady pace; asked for `CALLS`, it makes three calls that print for a while; asked anything
/// else, it answers with a word.
final class StreamingModel implements AutoCloseable {

    static final String STREAM = "STREAM";
    static final String CALLS = "CALLS";
    static final String DONE = "finished-now";

    /// Tokens a second; each token is a word or less.
    static final int PACE = 200;

    private static final int THREE = 3;

    /// What models write: headings, lists, code and prose.
    private static final String TEXT =
            """
            ## The next part

            Here is a paragraph with *some* **styles** and `code` in it, long enough that a
            terminal has to wrap it, and followed by a list:

            - the first point, with a [link](https://example.org/page) in it
            - the second point, which is a little longer than the first one was
            - and a third

            ```java
            for (String name : names) {
                // greets everybody
                System.out.println("Hello, " + name + "!");
            }
            ```

            | column | number |
            | --- | ---: |
            | one | 1 |
            | two | 22 |

            """;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final int seconds;

    /// @param seconds how long a stream or a call takes
    StreamingModel(int seconds) throws IOException {
        this.seconds = seconds;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
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
            OutputStream out = exchange.getResponseBody();
            send(
                    out,
                    "message_start",
                    "\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"bench\",\"content\":[],\"usage\":{\"input_tokens\":1000,\"output_tokens\":1}}");
            int asked = Math.max(body.lastIndexOf(STREAM), body.lastIndexOf(CALLS));
            boolean over = body.indexOf("tool_result", Math.max(0, asked)) >= 0;
            if (asked >= 0 && !over && body.startsWith(CALLS, asked)) {
                calls(out);
            } else if (asked >= 0 && !over) {
                stream(out);
            } else {
                text(out, DONE);
            }
        }
    }

    private void calls(OutputStream out) throws IOException {
        for (int i = 0; i < THREE; i++) {
            String command =
                    "for i in $(seq 1 %d); do echo call %d prints line $i; sleep 0.1; done"
                            .formatted(10 * seconds, i);
            send(
                    out,
                    "content_block_start",
                    "\"index\":%1$d,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_%2$d_%1$d\",\"name\":\"bash\",\"input\":{}}"
                            .formatted(i, System.nanoTime()));
            String arguments =
                    JsonText.write(
                            new Json.Str(JsonText.write(Json.Obj.EMPTY.with("command", command))));
            send(
                    out,
                    "content_block_delta",
                    "\"index\":%d,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":%s}"
                            .formatted(i, arguments));
            send(out, "content_block_stop", "\"index\":" + i);
        }
        end(out, "tool_use");
    }

    private void stream(OutputStream out) throws IOException {
        begin(out);
        String[] tokens = TEXT.split("(?<=[ \n])", -1);
        long start = System.nanoTime();
        int all = PACE * seconds;
        for (int i = 0; i < all; i++) {
            delta(out, tokens[i % tokens.length]);
            long due = start + TimeUnit.SECONDS.toNanos(1) * (i + 1) / PACE;
            LockSupport.parkNanos(due - System.nanoTime());
        }
        delta(out, "\n\n" + DONE);
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
