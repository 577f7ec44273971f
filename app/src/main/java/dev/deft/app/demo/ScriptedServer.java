package dev.deft.app.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A server on loopback that speaks the Messages wire and answers from a script. It derives the
/// next answer from the request, so it has no state.
public final class ScriptedServer implements AutoCloseable {

    private static final int CHARS_PER_TOKEN = 4;

    private final HttpServer server;
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
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/messages", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            int number = answersIn(body);
            List<ScriptedAnswer> script = scripts.apply(body);
            ScriptedAnswer answer =
                    number < script.size()
                            ? script.get(number)
                            : ScriptedAnswer.saying("The script of this demo ends here.");
            send(new Stream(exchange.getResponseBody()), answer, number, body.length());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
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
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /// Writes server-sent events.
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
            out.write(
                    ("event: " + type + "\ndata: " + data + "\n\n")
                            .getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }
}
