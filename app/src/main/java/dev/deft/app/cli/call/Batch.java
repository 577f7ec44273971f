package dev.deft.app.cli.call;

import dev.deft.app.cli.command.Console;
import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.registry.EnvelopeJson;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Runs calls line by line and answers each before it reads the next. An invalid line gets an error
/// and does not end the batch.
final class Batch {

    private final BatchLines lines;
    private final Console console;
    private final CallCommand.Answer answer;

    Batch(BatchLines lines, Console console, CallCommand.Answer answer) {
        this.lines = lines;
        this.console = console;
        this.answer = answer;
    }

    void run() throws IOException {
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            console.sayJson(answered(line.get()));
        }
    }

    private Json.Obj answered(String line) {
        Json.Obj request;
        try {
            request = JsonText.parseObject(line);
        } catch (JsonSyntaxException e) {
            return reply(
                    Json.Null.VALUE, bad("The line is not a JSON object: " + e.getMessage() + "."));
        }
        Json id = request.find("id").orElse(Json.Num.of(lines.number()));
        lines.answering(id);
        Optional<String> tool = request.text("tool");
        if (tool.isEmpty()) {
            return reply(id, bad("A line needs \"tool\", the name of a tool as a string."));
        }
        Json arguments = request.find("args").orElse(Json.Obj.EMPTY);
        return reply(id, answer.to(ToolCall.of(spelled(id), tool.get(), arguments)));
    }

    private static String spelled(Json id) {
        return id instanceof Json.Str(String text) ? text : JsonText.write(id);
    }

    private static Json.Obj reply(Json id, Json result) {
        return Json.Obj.EMPTY.with("id", id).with("result", result);
    }

    private static Json bad(String message) {
        ToolResult failure = ToolResult.failure(ErrorCode.INVALID_ARGUMENTS, message);
        return EnvelopeJson.write(
                new Envelope("", failure, Instant.EPOCH, Duration.ZERO, Optional.empty()));
    }
}
