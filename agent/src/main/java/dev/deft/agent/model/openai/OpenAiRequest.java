package dev.deft.agent.model.openai;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.AnswerPictures;
import dev.deft.agent.model.http.CallArguments;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a prompt as a request of the Chat Completions wire.
final class OpenAiRequest {

    /// OpenAI renamed a field; most other servers know only the old name.
    private static final String OFFICIAL = "://api.openai.com";

    private static final String PDF = "application/pdf";

    private OpenAiRequest() {}

    static Json.Obj of(ModelSettings settings, Prompt prompt, ToolNames names) {
        boolean official = settings.baseUrl().contains(OFFICIAL);
        Json.Obj request =
                Json.Obj.EMPTY
                        .with("model", settings.model())
                        .with(
                                official ? "max_completion_tokens" : "max_tokens",
                                Json.Num.of(prompt.maxTokens()))
                        .with("stream", new Json.Bool(true))
                        .with(
                                "stream_options",
                                Json.Obj.EMPTY.with("include_usage", new Json.Bool(true)));
        if (!prompt.tools().isEmpty()) {
            request = request.with("tools", tools(prompt.tools(), names));
        }
        request = SamplingFields.add(request, prompt.sampling());
        request = OpenAiEffort.add(request, settings, prompt.sampling().reasoning());
        return request.with("messages", messages(settings.model(), prompt, names));
    }

    private static Json.Arr tools(List<Json.Obj> definitions, ToolNames names) {
        List<Json> tools = new ArrayList<>();
        for (Json.Obj it : definitions) {
            Json.Obj function =
                    Json.Obj.EMPTY
                            .with("name", names.toWire(it.text("name").orElse("")))
                            .with("description", it.text("description").orElse(""))
                            .with("parameters", it.find("parameters").orElse(Json.Obj.EMPTY));
            tools.add(Json.Obj.EMPTY.with("type", "function").with("function", function));
        }
        return new Json.Arr(tools);
    }

    private static Json.Arr messages(String model, Prompt prompt, ToolNames names) {
        List<Json> messages = new ArrayList<>();
        String system =
                prompt.system().stream()
                        .filter(it -> !it.isBlank())
                        .collect(Collectors.joining("\n\n"));
        if (!system.isEmpty()) {
            messages.add(message("system", new Json.Str(system)));
        }
        for (Message message : AnswerPictures.asUserParts(prompt.messages())) {
            switch (message) {
                case Message.User(List<Part> parts) -> addUser(messages, parts);
                case Message.Assistant it -> addAssistant(messages, it, model, names);
                case Message.Results(List<Message.CallResult> results) ->
                        addResults(messages, results);
            }
        }
        return new Json.Arr(messages);
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
