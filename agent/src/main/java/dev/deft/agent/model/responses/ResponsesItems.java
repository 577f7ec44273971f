package dev.deft.agent.model.responses;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.http.CallArguments;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Writes the messages of a conversation as input items of the Responses wire.
final class ResponsesItems {

    private static final String PDF = "application/pdf";

    private final String model;
    private final ToolNames names;
    private final List<Json> items = new ArrayList<>();

    private ResponsesItems(String model, ToolNames names) {
        this.model = model;
        this.names = names;
    }

    /// The items of one message.
    static List<Json> of(Message message, String model, ToolNames names) {
        var all = new ResponsesItems(model, names);
        switch (message) {
            case Message.User(List<Part> parts) -> all.addUser(parts);
            case Message.Assistant(List<Part> parts) -> all.addAssistant(parts);
            case Message.Results(List<Message.CallResult> results) -> all.addResults(results);
        }
        return all.items;
    }

    private void addUser(List<Part> parts) {
        List<Json> content = content(parts);
        if (!content.isEmpty()) {
            items.add(typed("message").with("role", "user").with("content", new Json.Arr(content)));
        }
    }

    private static List<Json> content(List<? extends Part> parts) {
        List<Json> content = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Text(String text) && !text.isEmpty()) {
                content.add(text(text));
            } else if (part instanceof Part.Media media) {
                content.add(media(media));
            }
        }
        return content;
    }

    /// The wire rejects reasoning without the text or the call that it led to, as an answer that
    /// was cut may have it.
    private void addAssistant(List<Part> parts) {
        List<Json> thoughts = new ArrayList<>();
        Optional<String> phase = Optional.empty();
        for (Part part : parts) {
            switch (part) {
                case Part.Reasoning thought -> {
                    ReasoningItem.item(thought, model).ifPresent(thoughts::add);
                    phase = ReasoningItem.phase(thought, model, phase);
                }
                case Part.Text(String text) -> {
                    if (!text.isBlank()) {
                        flush(thoughts);
                        items.add(said(text, phase));
                        phase = Optional.empty();
                    }
                }
                case Part.Call call -> {
                    flush(thoughts);
                    items.add(call(call));
                }
                // They are in the next message of the user.
                case Part.Media _ -> {}
            }
        }
    }

    private void flush(List<Json> thoughts) {
        items.addAll(thoughts);
        thoughts.clear();
    }

    private static Json.Obj said(String text, Optional<String> phase) {
        Json.Obj message = typed("message").with("role", "assistant").with("content", text);
        return phase.map(it -> message.with("phase", it)).orElse(message);
    }

    private Json.Obj call(Part.Call call) {
        return typed("function_call")
                .with("call_id", call.callId())
                .with("name", names.toWire(call.tool()))
                .with("arguments", CallArguments.text(call.arguments()));
    }

    private void addResults(List<Message.CallResult> results) {
        for (Message.CallResult result : results) {
            items.add(
                    typed("function_call_output")
                            .with("call_id", result.callId())
                            .with("output", output(result)));
        }
    }

    private static Json output(Message.CallResult result) {
        if (result.images().isEmpty()) {
            return new Json.Str(result.text());
        }
        List<Json> content = new ArrayList<>();
        if (!result.text().isEmpty()) {
            content.add(text(result.text()));
        }
        content.addAll(content(result.images()));
        return new Json.Arr(content);
    }

    private static Json.Obj typed(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }

    private static Json.Obj text(String text) {
        return typed("input_text").with("text", text);
    }

    private static Json.Obj media(Part.Media media) {
        boolean picture = media.mimeType().startsWith("image/");
        if (!picture && !media.mimeType().equals(PDF)) {
            return text("[%s, which cannot be shown]".formatted(media.mimeType()));
        }
        String data =
                "data:%s;base64,%s"
                        .formatted(
                                media.mimeType(),
                                Base64.getEncoder().encodeToString(media.content().toArray()));
        return picture
                ? typed("input_image").with("detail", "auto").with("image_url", data)
                : typed("input_file").with("filename", "document.pdf").with("file_data", data);
    }
}
