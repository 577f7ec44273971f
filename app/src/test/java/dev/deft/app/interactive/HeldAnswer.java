package dev.deft.app.interactive;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// An answer of a [HeldModel] that a test gives piece by piece.
final class HeldAnswer {

    private static final int CHARS_PER_TOKEN = 4;

    private final int number;
    private final String request;
    private final OutputStream out;
    private final CountDownLatch over;

    private int blocks;
    private boolean begun;
    private boolean speaking;
    private boolean calling;
    private int written;

    HeldAnswer(int number, String request, OutputStream out, CountDownLatch over) {
        this.number = number;
        this.request = request;
        this.out = out;
        this.over = over;
    }

    String request() {
        return request;
    }

    CountDownLatch over() {
        return over;
    }

    /// Says a piece of text; pieces in a row make one text.
    HeldAnswer say(String text) throws IOException {
        if (!speaking) {
            open(HeldModel.args("type", "text", "text", ""));
            speaking = true;
        }
        delta(HeldModel.args("type", "text_delta", "text", text));
        written += text.length();
        return this;
    }

    /// Thinks aloud, as reasoning models do.
    HeldAnswer think(String text) throws IOException {
        stopSpeaking();
        open(HeldModel.args("type", "thinking", "thinking", ""));
        delta(HeldModel.args("type", "thinking_delta", "thinking", text));
        delta(HeldModel.args("type", "signature_delta", "signature", "c2ln"));
        close();
        return this;
    }

    /// Calls a tool with arguments by name and value.
    HeldAnswer call(String tool, String... namesAndValues) throws IOException {
        return call(tool, HeldModel.args(namesAndValues));
    }

    HeldAnswer call(String tool, Json.Obj arguments) throws IOException {
        stopSpeaking();
        calling = true;
        open(
                HeldModel.args(
                                "type",
                                "tool_use",
                                "id",
                                "toolu_%d_%d".formatted(number, blocks),
                                "name",
                                tool)
                        .with("input", Json.Obj.EMPTY));
        delta(
                HeldModel.args(
                        "type", "input_json_delta", "partial_json", JsonText.write(arguments)));
        close();
        return this;
    }

    /// Ends the answer.
    void end() throws IOException {
        stopSpeaking();
        begin();
        send(
                "message_delta",
                Json.Obj.EMPTY
                        .with(
                                "delta",
                                HeldModel.args("stop_reason", calling ? "tool_use" : "end_turn"))
                        .with("usage", usage(Math.max(1, written / CHARS_PER_TOKEN))));
        send("message_stop", Json.Obj.EMPTY);
        over.countDown();
    }

    private void begin() throws IOException {
        if (begun) {
            return;
        }
        begun = true;
        send(
                "message_start",
                Json.Obj.EMPTY.with(
                        "message",
                        HeldModel.args(
                                        "id",
                                        "msg_" + number,
                                        "type",
                                        "message",
                                        "role",
                                        "assistant",
                                        "model",
                                        "held")
                                .with("content", new Json.Arr(List.of()))
                                .with("usage", usage(1))));
    }

    private void open(Json.Obj block) throws IOException {
        begin();
        send("content_block_start", at().with("content_block", block));
    }

    private void delta(Json.Obj delta) throws IOException {
        send("content_block_delta", at().with("delta", delta));
    }

    private void close() throws IOException {
        send("content_block_stop", at());
        blocks++;
    }

    private void stopSpeaking() throws IOException {
        if (speaking) {
            close();
            speaking = false;
        }
    }

    private Json.Obj at() {
        return Json.Obj.EMPTY.with("index", Json.Num.of(blocks));
    }

    private Json.Obj usage(int output) {
        return Json.Obj.EMPTY
                .with("input_tokens", Json.Num.of(request.length() / CHARS_PER_TOKEN))
                .with("output_tokens", Json.Num.of(output));
    }

    private void send(String type, Json.Obj fields) throws IOException {
        out.write(HeldModel.event(type, fields));
        out.flush();
    }
}
