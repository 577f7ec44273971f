package dev.deft.agent.model.openai;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.CallArguments;
import dev.deft.agent.model.http.RequestFormat;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.SystemText;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Writes a prompt as a request of the Chat Completions wire.
final class OpenAiRequest implements RequestFormat {

    /// OpenAI renamed a field; most other servers know only the old name.
    private static final String OFFICIAL = "://api.openai.com";

    private static final String PDF = "application/pdf";

    private final ModelSettings settings;

    OpenAiRequest(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public byte[] system(List<String> sections) {
        String system = SystemText.of(sections);
        return system.isEmpty()
                ? new byte[0]
                : JsonBytes.of(message("system", new Json.Str(system)));
    }

    @Override
    public byte[] tools(List<Json.Obj> definitions, ToolNames names) {
        List<Json> tools = new ArrayList<>();
        for (Json.Obj it : definitions) {
            Json.Obj function =
                    Json.Obj.EMPTY
                            .with("name", names.toWire(it.text("name").orElse("")))
                            .with("description", it.text("description").orElse(""))
                            .with("parameters", it.find("parameters").orElse(Json.Obj.EMPTY));
            tools.add(Json.Obj.EMPTY.with("type", "function").with("function", function));
        }
        return JsonBytes.of(new Json.Arr(tools));
    }

    @Override
    public void begin(Prompt prompt, byte[] system, byte[] tools, JsonBytes out) {
        boolean official = settings.baseUrl().contains(OFFICIAL);
        out.add('{')
                .field("model", new Json.Str(settings.model()))
                .field(
                        official ? "max_completion_tokens" : "max_tokens",
                        Json.Num.of(prompt.maxTokens()))
                .field("stream", new Json.Bool(true))
                .field("stream_options", Json.Obj.EMPTY.with("include_usage", new Json.Bool(true)));
        if (tools.length > 0) {
            out.name("tools").bytes(tools);
        }
        SamplingFields.write(prompt.sampling(), out);
        OpenAiEffort.write(settings, prompt.sampling().reasoning(), out);
        out.name("messages").add('[');
        if (system.length > 0) {
            out.bytes(system).add(',');
        }
    }

    @Override
    public void message(Message message, ToolNames names, JsonBytes out) {
        List<Json> messages = new ArrayList<>();
        switch (message) {
            case Message.User(List<Part> parts) -> addUser(messages, parts);
            case Message.Assistant it -> addAssistant(messages, it, settings.model(), names);
            case Message.Results(List<Message.CallResult> results) -> addResults(messages, results);
        }
        out.values(messages);
    }

    /// Plain text is sent as a string, since small servers understand nothing else.
    private static void addUser(List<Json> messages, List<Part> parts) {
        List<Json> content = new ArrayList<>();
        var words = new StringBuilder();
        boolean plain = true;
        for (Part part : parts) {
            if (part instanceof Part.Text(String text) && !text.isEmpty()) {
                words.append(words.isEmpty() ? "" : "\n\n").append(text);
                content.add(text(text));
            } else if (part instanceof Part.Media media) {
                plain = false;
                content.add(media(media));
            }
        }
        if (!content.isEmpty()) {
            messages.add(
                    message(
                            "user",
                            plain ? new Json.Str(words.toString()) : new Json.Arr(content)));
        }
    }

    private static void addAssistant(
            List<Json> messages, Message.Assistant answer, String model, ToolNames names) {
        List<Json> calls = new ArrayList<>();
        for (Part.Call call : answer.calls()) {
            Json.Obj function =
                    Json.Obj.EMPTY
                            .with("name", names.toWire(call.tool()))
                            .with("arguments", CallArguments.text(call.arguments()));
            calls.add(
                    Json.Obj.EMPTY
                            .with("id", call.callId())
                            .with("type", "function")
                            .with("function", function));
        }
        String text = answer.text();
        if (text.isBlank() && calls.isEmpty()) {
            return;
        }
        Json.Obj message =
                message("assistant", text.isEmpty() ? Json.Null.VALUE : new Json.Str(text));
        Json.Obj calling =
                calls.isEmpty() ? message : message.with("tool_calls", new Json.Arr(calls));
        messages.add(
                OpenAiReasoning.sendBack(calling, answer.parts(), text, !calls.isEmpty(), model));
    }

    /// Results have only text on this wire, and must directly follow their calls. Images follow the
    /// last result as a user message.
    private static void addResults(List<Json> messages, List<Message.CallResult> results) {
        List<Part> shown = new ArrayList<>();
        for (Message.CallResult result : results) {
            messages.add(
                    message("tool", new Json.Str(result.text()))
                            .with("tool_call_id", result.callId()));
            if (!result.images().isEmpty()) {
                shown.add(new Part.Text("Shown by the call %s:".formatted(result.callId())));
                shown.addAll(result.images());
            }
        }
        addUser(messages, shown);
    }

    private static Json.Obj message(String role, Json content) {
        return Json.Obj.EMPTY.with("role", role).with("content", content);
    }

    private static Json.Obj text(String text) {
        return Json.Obj.EMPTY.with("type", "text").with("text", text);
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
        if (picture) {
            return Json.Obj.EMPTY
                    .with("type", "image_url")
                    .with("image_url", Json.Obj.EMPTY.with("url", data));
        }
        return Json.Obj.EMPTY
                .with("type", "file")
                .with(
                        "file",
                        Json.Obj.EMPTY.with("filename", "document.pdf").with("file_data", data));
    }
}
