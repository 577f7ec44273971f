package dev.deft.app.demo;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/// A server on loopback that speaks the Messages wire and answers from a script. It derives the
/// next answer from the request, so it has no state.
///
/// It reads HTTP itself, as far as our own client speaks it: the training of the start-up caches
/// uses it, and the classes of the JDK's server would be loaded at every start.
public final class ScriptedServer implements AutoCloseable {

    private static final int CHARS_PER_TOKEN = 4;

    private static final String PATH = "/v1/messages";
    private static final String LENGTH = "content-length:";
    private static final byte[] HEAD =
            ascii(
                    "HTTP/1.1 200 OK",
                    "Content-Type: text/event-stream",
                    "Transfer-Encoding: chunked");
    private static final byte[] NOT_FOUND = ascii("HTTP/1.1 404 Not Found", "Content-Length: 0");
    private static final byte[] LAST_CHUNK = ascii("0");

    private final ServerSocketChannel server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Function<String, List<ScriptedAnswer>> scripts;
    private final Duration pause;

    /// Starts on a free port.
    ///
    /// @param pause between two words
    public ScriptedServer(List<ScriptedAnswer> script, Duration pause) throws IOException {
        this(_ -> script, pause);
    }

    /// Starts on a free port.
    ///
    /// @param scripts the script of a conversation, by its latest request
    /// @param pause between two words
    public ScriptedServer(Function<String, List<ScriptedAnswer>> scripts, Duration pause)
            throws IOException {
        this.scripts = scripts;
        this.pause = pause;
        this.server =
                ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        threads.execute(this::accept);
    }

    public String url() {
        return "http://127.0.0.1:" + server.socket().getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = server.accept();
                threads.execute(() -> serve(connection));
            }
        } catch (IOException | RejectedExecutionException _) {
            // The server was closed.
        }
    }

    /// Answers one request after the other.
    private void serve(SocketChannel connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(Channels.newInputStream(connection));
            OutputStream out = Channels.newOutputStream(connection);
            for (String first = line(in); !first.isEmpty(); first = line(in)) {
                String body = body(in);
                if (!first.startsWith("POST " + PATH)) {
                    out.write(NOT_FOUND);
                    continue;
                }
                out.write(HEAD);
                answer(body, new Stream(out));
                out.write(LAST_CHUNK);
            }
        } catch (IOException _) {
            // Whoever asked has gone, or the server was closed.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The body of a request, behind its fields.
    private static String body(InputStream in) throws IOException {
        int length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            if (field.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(field.substring(LENGTH.length()).strip());
            }
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /// A line without its end; empty at the end of the stream too.
    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /// Lines with an empty one behind them.
    private static byte[] ascii(String... lines) {
        return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private void answer(String body, Stream stream) throws IOException, InterruptedException {
        int number = answersIn(body);
        List<ScriptedAnswer> script = scripts.apply(body);
        ScriptedAnswer answer =
                number < script.size()
                        ? script.get(number)
                        : ScriptedAnswer.saying("The script of this demo ends here.");
        send(stream, answer, number, body.length());
    }

    /// How many answers the conversation already has.
    private static int answersIn(String body) throws IOException {
        try {
            if (JsonText.parseObject(body).find("messages").orElse(Json.Null.VALUE)
                    instanceof Json.Arr(List<Json> messages)) {
                return (int)
                        messages.stream()
                                .filter(it ->
                                        it instanceof Json.Obj message
                                                && message.text("role")
                                                        .orElse("")
                                                        .equals("assistant"))
                                .count();
            }
            throw new IOException("the request has no messages");
        } catch (JsonSyntaxException e) {
            throw new IOException("the request is no JSON", e);
        }
    }

    private void send(Stream stream, ScriptedAnswer answer, int number, int read)
            throws IOException, InterruptedException {
        stream.send(
                "message_start",
                Json.Obj.EMPTY.with(
                        "message",
                        Json.Obj.EMPTY
                                .with("id", "msg_" + number)
                                .with("type", "message")
                                .with("role", "assistant")
                                .with("model", "scripted")
                                .with("content", new Json.Arr(List.of()))
                                .with("usage", usage(read / CHARS_PER_TOKEN, 1))));
        int index = 0;
        if (!answer.text().isEmpty()) {
            text(stream, index++, answer.text());
        }
        for (ScriptedAnswer.Call call : answer.calls()) {
            call(stream, index, "toolu_" + number + "_" + index, call);
            index++;
        }
        stream.send(
                "message_delta",
                Json.Obj.EMPTY
                        .with(
                                "delta",
                                Json.Obj.EMPTY.with(
                                        "stop_reason",
                                        answer.calls().isEmpty() ? "end_turn" : "tool_use"))
                        .with("usage", usage(read / CHARS_PER_TOKEN, written(answer))));
        stream.send("message_stop", Json.Obj.EMPTY);
    }

    private static Json.Obj usage(int input, int output) {
        return Json.Obj.EMPTY
                .with("input_tokens", Json.Num.of(input))
                .with("output_tokens", Json.Num.of(output));
    }

    private static int written(ScriptedAnswer answer) {
        int chars = answer.text().length();
        for (ScriptedAnswer.Call call : answer.calls()) {
            chars += JsonText.write(call.arguments()).length();
        }
        return Math.max(1, chars / CHARS_PER_TOKEN);
    }

    private void text(Stream stream, int index, String text)
            throws IOException, InterruptedException {
        stream.begin(index, Json.Obj.EMPTY.with("type", "text").with("text", ""));
        for (String word : text.split("(?<= )", -1)) {
            stream.delta(index, Json.Obj.EMPTY.with("type", "text_delta").with("text", word));
            Thread.sleep(pause);
        }
        stream.end(index);
    }

    private static void call(Stream stream, int index, String id, ScriptedAnswer.Call call)
            throws IOException {
        stream.begin(
                index,
                Json.Obj.EMPTY
                        .with("type", "tool_use")
                        .with("id", id)
                        .with("name", call.tool())
                        .with("input", Json.Obj.EMPTY));
        String arguments = JsonText.write(call.arguments());
        int half = arguments.length() / 2;
        for (String part : List.of(arguments.substring(0, half), arguments.substring(half))) {
            stream.delta(
                    index,
                    Json.Obj.EMPTY.with("type", "input_json_delta").with("partial_json", part));
        }
        stream.end(index);
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }

    /// Writes server-sent events, each as a chunk.
    private record Stream(OutputStream out) {

        void begin(int index, Json.Obj block) throws IOException {
            send("content_block_start", at(index).with("content_block", block));
        }

        void delta(int index, Json.Obj delta) throws IOException {
            send("content_block_delta", at(index).with("delta", delta));
        }

        void end(int index) throws IOException {
            send("content_block_stop", at(index));
        }

        private static Json.Obj at(int index) {
            return Json.Obj.EMPTY.with("index", Json.Num.of(index));
        }

        void send(String type, Json.Obj fields) throws IOException {
            String data = JsonText.write(fields.with("type", type));
            String event = "event: " + type + "\ndata: " + data + "\n\n";
            int length = event.getBytes(StandardCharsets.UTF_8).length;
            out.write(
                    (Integer.toHexString(length) + "\r\n" + event + "\r\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
    }
}
