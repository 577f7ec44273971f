package dev.deft.bench.model;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/// One Anthropic message as server-sent events, each written at once.
public final class MessagesStream {

    private final OutputStream out;

    /// @param out is flushed after each event
    public MessagesStream(OutputStream out) {
        this.out = out;
    }

    public void begin() throws IOException {
        send(
                "message_start",
                "\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"bench\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":1000,\"output_tokens\":1}}");
    }

    /// A new id for a call.
    static String newId(int index) {
        return "toolu_%d_%d".formatted(System.nanoTime(), index);
    }

    /// A call; [#end] has to follow the last one.
    ///
    /// @param index its place in the message
    /// @param arguments as JSON
    public void call(int index, String id, String tool, String arguments) throws IOException {
        send(
                "content_block_start",
                "\"index\":%d,\"content_block\":{\"type\":\"tool_use\",\"id\":\"%s\",\"name\":\"%s\",\"input\":{}}"
                        .formatted(index, id, tool));
        send(
                "content_block_delta",
                "\"index\":%d,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":%s}"
                        .formatted(index, JsonText.write(new Json.Str(arguments))));
        send("content_block_stop", "\"index\":" + index);
    }

    /// A whole message of one text.
    public void text(String text) throws IOException {
        beginText();
        delta(text);
        endText();
    }

    /// A whole message of one text that comes piece by piece at a steady pace.
    ///
    /// @param pace pieces a second
    /// @param last what follows the pieces
    void steadily(int pace, int count, IntFunction<String> piece, String last) throws IOException {
        beginText();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            delta(piece.apply(i));
            long due = start + TimeUnit.SECONDS.toNanos(1) * (i + 1) / pace;
            LockSupport.parkNanos(due - System.nanoTime());
        }
        delta(last);
        endText();
    }

    private void beginText() throws IOException {
        send(
                "content_block_start",
                "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
    }

    private void delta(String text) throws IOException {
        send(
                "content_block_delta",
                "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":%s}"
                        .formatted(JsonText.write(new Json.Str(text))));
    }

    private void endText() throws IOException {
        send("content_block_stop", "\"index\":0");
        end("end_turn");
    }

    /// Ends the message.
    public void end(String reason) throws IOException {
        send(
                "message_delta",
                "\"delta\":{\"stop_reason\":\"%s\"},\"usage\":{\"output_tokens\":100}"
                        .formatted(reason));
        send("message_stop", "\"x\":0");
    }

    private void send(String type, String fields) throws IOException {
        out.write(
                "event: %1$s\ndata: {\"type\":\"%1$s\",%2$s}\n\n"
                        .formatted(type, fields)
                        .getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
