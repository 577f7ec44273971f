package dev.deft.telemetry;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.Shell;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.output.SecretMask;
import dev.deft.run.ToolCall;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import io.opentelemetry.api.trace.Span;
import java.util.ArrayList;
import java.util.List;

/// What people, models and tools say, in the shape of the conventions and without secrets. It goes
/// nowhere unless it is wanted.
///
/// @param wanted whether spans get it
record Contents(boolean wanted, SecretMask mask) {

    void prompt(Span span, Prompt prompt) {
        if (!wanted) {
            return;
        }
        List<Json> system = new ArrayList<>();
        prompt.system().forEach(it -> system.add(text(it)));
        span.setAttribute(Keys.SYSTEM_INSTRUCTIONS, JsonText.write(new Json.Arr(system)));
        List<Json> messages = new ArrayList<>();
        prompt.messages().forEach(it -> messages.add(message(it)));
        span.setAttribute(Keys.INPUT_MESSAGES, JsonText.write(new Json.Arr(messages)));
    }

    void answer(Span span, Message.Assistant answer) {
        if (wanted) {
            span.setAttribute(
                    Keys.OUTPUT_MESSAGES, JsonText.write(new Json.Arr(List.of(message(answer)))));
        }
    }

    void arguments(Span span, ToolCall call) {
        if (wanted) {
            span.setAttribute(Keys.CALL_ARGUMENTS, text(call.arguments()));
        }
    }

    void result(Span span, Envelope envelope) {
        if (wanted) {
            span.setAttribute(Keys.CALL_RESULT, mask.text(text(envelope.result())));
        }
    }

    void command(Span span, Shell.Command command) {
        if (wanted) {
            span.setAttribute(Keys.COMMAND_LINE, mask.text(command.script()));
        }
    }

    private String text(ToolCall.Arguments arguments) {
        try {
            return JsonText.write(mask.json(arguments.read()));
        } catch (JsonSyntaxException _) {
            return mask.text(arguments.toString());
        }
    }

    private static String text(ToolResult result) {
        return switch (result) {
            case ToolResult.Output output -> output.text();
            case ToolResult.Failure(ErrorCode _, String message) -> message;
        };
    }

    private Json message(Message message) {
        return switch (message) {
            case Message.User(List<Part> parts) -> message("user", parts);
            case Message.Assistant(List<Part> parts) -> message("assistant", parts);
            case Message.Results(List<Message.CallResult> results) -> results(results);
        };
    }

    private Json message(String role, List<Part> parts) {
        List<Json> all = new ArrayList<>();
        parts.forEach(it -> all.add(part(it)));
        return Json.Obj.EMPTY.with("role", role).with("parts", new Json.Arr(all));
    }

    private Json results(List<Message.CallResult> results) {
        List<Json> all = new ArrayList<>();
        for (Message.CallResult it : results) {
            all.add(
                    Json.Obj.EMPTY
                            .with("type", "tool_call_response")
                            .with("id", it.callId())
                            .with("response", mask.text(it.text())));
        }
        return Json.Obj.EMPTY.with("role", "tool").with("parts", new Json.Arr(all));
    }

    /// Pictures are left out.
    private Json part(Part part) {
        return switch (part) {
            case Part.Text(String text) -> text(text);
            case Part.Reasoning(String text, Json.Obj _) ->
                    Json.Obj.EMPTY.with("type", "reasoning").with("content", mask.text(text));
            case Part.Media media ->
                    Json.Obj.EMPTY
                            .with("type", "blob")
                            .with("mime_type", media.mimeType())
                            .with("content", "");
            case Part.Call call ->
                    Json.Obj.EMPTY
                            .with("type", "tool_call")
                            .with("id", call.callId())
                            .with("name", call.tool())
                            .with("arguments", mask.json(call.argumentsJson()));
        };
    }

    private Json text(String text) {
        return Json.Obj.EMPTY.with("type", "text").with("content", mask.text(text));
    }
}
