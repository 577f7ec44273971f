package dev.deft.app.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A model behind the Messages wire and the Chat Completions wire on loopback, which decides what
/// to answer by what it is asked.
final class BothWires implements AutoCloseable {

    static final String KEY = "sk-canary-0123456789abcdef";

    private static final int CHARS_PER_TOKEN = 4;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Function<Asked, Reply> mind;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    BothWires(Function<Asked, Reply> mind) throws IOException {
        this.mind = mind;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/messages", it -> answer(it, "anthropic"));
        server.createContext("/v1/chat/completions", it -> answer(it, "openai"));
        server.setExecutor(threads);
        server.start();
    }

    /// One reply after the other, chosen by how many answers the conversation already has.
    static BothWires following(Reply... script) throws IOException {
        return new BothWires(it ->
                it.answers() < script.length
                        ? script[it.answers()]
                        : Reply.says("The script ends here."));
    }

    /// The environment that leads a program here.
    Map<String, String> environment(String wire) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return wire.equals("anthropic")
                ? Map.of("ANTHROPIC_API_KEY", KEY, "ANTHROPIC_BASE_URL", url)
                : Map.of("OPENAI_API_KEY", KEY, "OPENAI_BASE_URL", url + "/v1");
    }

    /// What was asked so far.
    List<Asked> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange, String wire) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Asked request = Asked.of(wire, body);
        asked.add(request);
        Reply reply =
                request.objection()
                        .map(it -> Reply.objects(400, it))
                        .orElseGet(() -> mind.apply(request));
        if (reply.status() != 200) {
            object(exchange, reply);
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        int number = asked.size();
        OutputStream out = exchange.getResponseBody();
        if (wire.equals("anthropic")) {
            new Messages(out, number, body.length() / CHARS_PER_TOKEN).tell(reply);
        } else {
            new Completions(out, number, body.length() / CHARS_PER_TOKEN).tell(reply);
        }
        if (reply.cut()) {
            // The server breaks a connection off only where its handler fails.
            throw new IOException("cut, as the script wants it");
        }
        exchange.close();
    }

    private static void object(HttpExchange exchange, Reply reply) throws IOException {
        Json.Obj error = Reply.args("type", type(reply.status()), "message", reply.text());
        byte[] body =
                JsonText.write(Json.Obj.EMPTY.with("type", "error").with("error", error))
                        .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.getResponseHeaders().add("Retry-After", "0");
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String type(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> "invalid_request_error";
        };
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static Json.Obj usage(String input, int read, String output, int written) {
        return Json.Obj.EMPTY.with(input, Json.Num.of(read)).with(output, Json.Num.of(written));
    }

    private static List<String> halves(String text) {
        int half = text.length() / 2;
        return List.of(text.substring(0, half), text.substring(half));
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /// An answer as the Messages wire streams it.
    private record Messages(OutputStream out, int number, int read) {

        void tell(Reply reply) throws IOException {
            send(
                    "message_start",
                    Json.Obj.EMPTY.with(
                            "message",
                            Json.Obj.EMPTY
                                    .with("id", "msg_" + number)
                                    .with("type", "message")
                                    .with("role", "assistant")
                                    .with("model", "scripted")
                                    .with("content", new Json.Arr(List.of()))
                                    .with(
                                            "usage",
                                            usage("input_tokens", read, "output_tokens", 1))));
            int index = 0;
            if (!reply.text().isEmpty()) {
                block(index, Reply.args("type", "text", "text", ""));
                for (String part : halves(reply.text())) {
                    delta(index, Reply.args("type", "text_delta", "text", part));
                }
                send("content_block_stop", at(index++));
            }
            for (Reply.Call call : reply.calls()) {
                String id = call.id().orElse("toolu_" + number + "_" + index);
                block(
                        index,
                        Reply.args("type", "tool_use", "id", id, "name", call.tool())
                                .with("input", Json.Obj.EMPTY));
                for (String part : halves(call.arguments())) {
                    delta(index, Reply.args("type", "input_json_delta", "partial_json", part));
                }
                send("content_block_stop", at(index++));
            }
            if (!reply.cut()) {
                String reason =
                        reply.full()
                                ? "max_tokens"
                                : reply.calls().isEmpty() ? "end_turn" : "tool_use";
                send(
                        "message_delta",
                        Json.Obj.EMPTY
                                .with("delta", Reply.args("stop_reason", reason))
                                .with("usage", usage("input_tokens", read, "output_tokens", 10)));
                send("message_stop", Json.Obj.EMPTY);
            }
        }

        private void block(int index, Json.Obj block) throws IOException {
            send("content_block_start", at(index).with("content_block", block));
        }

        private void delta(int index, Json.Obj delta) throws IOException {
            send("content_block_delta", at(index).with("delta", delta));
        }

        private static Json.Obj at(int index) {
            return Json.Obj.EMPTY.with("index", Json.Num.of(index));
        }

        private void send(String type, Json.Obj fields) throws IOException {
            String data = JsonText.write(fields.with("type", type));
            BothWires.send(out, "event: " + type + "\ndata: " + data + "\n\n");
        }
    }

    /// An answer as the Chat Completions wire streams it.
    private record Completions(OutputStream out, int number, int read) {

        void tell(Reply reply) throws IOException {
            delta(Reply.args("role", "assistant", "content", ""));
            for (String part : halves(reply.text())) {
                delta(Reply.args("content", part));
            }
            int index = 0;
            for (Reply.Call call : reply.calls()) {
                String id = call.id().orElse("call_" + number + "_" + index);
                Json.Obj begun = Reply.args("id", id, "type", "function");
                piece(index, begun, Reply.args("name", call.tool(), "arguments", ""));
                for (String part : halves(call.arguments())) {
                    piece(index, Json.Obj.EMPTY, Reply.args("arguments", part));
                }
                index++;
            }
            if (!reply.cut()) {
                chunk(
                        Json.Obj.EMPTY,
                        new Json.Str(
                                reply.full()
                                        ? "length"
                                        : reply.calls().isEmpty() ? "stop" : "tool_calls"));
                data(
                        head().with("choices", new Json.Arr(List.of()))
                                .with(
                                        "usage",
                                        usage("prompt_tokens", read, "completion_tokens", 10)));
                BothWires.send(out, "data: [DONE]\n\n");
            }
        }

        private void piece(int index, Json.Obj begun, Json.Obj function) throws IOException {
            Json.Obj call = begun.with("index", Json.Num.of(index)).with("function", function);
            delta(Json.Obj.EMPTY.with("tool_calls", new Json.Arr(List.of(call))));
        }

        private void delta(Json.Obj delta) throws IOException {
            chunk(delta, Json.Null.VALUE);
        }

        private void chunk(Json.Obj delta, Json finish) throws IOException {
            Json.Obj choice =
                    Json.Obj.EMPTY
                            .with("index", Json.Num.of(0))
                            .with("delta", delta)
                            .with("finish_reason", finish);
            data(head().with("choices", new Json.Arr(List.of(choice))));
        }

        private Json.Obj head() {
            return Reply.args(
                    "id", "chat_" + number, "object", "chat.completion.chunk", "model", "scripted");
        }

        private void data(Json.Obj data) throws IOException {
            BothWires.send(out, "data: " + JsonText.write(data) + "\n\n");
        }
    }
}
