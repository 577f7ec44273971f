package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.AnswerPictures;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Writes a prompt as a request of the Messages wire.
///
/// Four cache breakpoints are set: at the end of the tools, of the system prompt, and of the last
/// two user messages. The older of these is where the previous request ended.
final class AnthropicRequest {

    private static final int MARKED_MESSAGES = 2;

    private static final Json.Obj MARK = Json.Obj.EMPTY.with("type", "ephemeral");

    private AnthropicRequest() {}

    static Json.Obj of(String model, Prompt prompt, ToolNames names) {
        Json.Obj request =
                Json.Obj.EMPTY
                        .with("model", model)
                        .with("max_tokens", Json.Num.of(prompt.maxTokens()))
                        .with("stream", new Json.Bool(true));
        List<Json> system = system(prompt.system());
        if (!system.isEmpty()) {
            request = request.with("system", new Json.Arr(system));
        }
        if (!prompt.tools().isEmpty()) {
            request = request.with("tools", new Json.Arr(tools(prompt.tools(), names)));
        }
        request = SamplingFields.add(request, prompt.sampling());
        request = AnthropicThinking.add(request, model, prompt);
        return request.with("messages", new Json.Arr(messages(prompt.messages(), names)));
    }

    private static List<Json> system(List<String> sections) {
        List<Json> blocks = new ArrayList<>();
        sections.forEach(it -> AnthropicBlocks.text(it).ifPresent(blocks::add));
        markLast(blocks);
        return blocks;
    }

    private static List<Json> tools(List<Json.Obj> definitions, ToolNames names) {
        List<Json> tools = new ArrayList<>();
        for (Json.Obj it : definitions) {
            tools.add(
                    Json.Obj.EMPTY
                            .with("name", names.toWire(it.text("name").orElse("")))
                            .with("description", it.text("description").orElse(""))
                            .with("input_schema", schema(it)));
        }
        markLast(tools);
        return tools;
    }

    private static Json.Obj schema(Json.Obj definition) {
        Json.Obj schema =
                definition.find("parameters").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        return schema.find("type").isPresent() ? schema : schema.with("type", "object");
    }

    private static List<Json> messages(List<Message> messages, ToolNames names) {
        List<WireMessage> all = new ArrayList<>();
        for (Message message : AnswerPictures.asUserParts(messages)) {
            if (message instanceof Message.Assistant it) {
                last(all, "assistant").blocks.addAll(AnthropicBlocks.assistant(it, names));
            } else if (message instanceof Message.User it) {
                last(all, "user").blocks.addAll(AnthropicBlocks.parts(it.parts()));
            } else if (message instanceof Message.Results it) {
                last(all, "user").results.addAll(AnthropicBlocks.results(it.results()));
            }
            if (all.getLast().isEmpty()) {
                all.removeLast();
            }
        }
        markLastMessages(all);
        return all.stream().<Json>map(WireMessage::json).toList();
    }

    /// Consecutive messages of one role are one message on this wire.
    private static WireMessage last(List<WireMessage> all, String role) {
        if (all.isEmpty() || !all.getLast().role.equals(role)) {
            all.add(new WireMessage(role));
        }
        return all.getLast();
    }

    private static void markLastMessages(List<WireMessage> all) {
        int marked = 0;
        for (WireMessage message : all.reversed()) {
            if (message.role.equals("user") && marked < MARKED_MESSAGES) {
                markLast(message.blocks.isEmpty() ? message.results : message.blocks);
                marked++;
            }
        }
    }

    private static void markLast(List<Json> blocks) {
        if (!blocks.isEmpty() && blocks.getLast() instanceof Json.Obj last) {
            blocks.set(blocks.size() - 1, last.with("cache_control", MARK));
        }
    }

    /// A message under construction. Its results come first, as the provider requires.
    private static final class WireMessage {

        private final String role;
        private final List<Json> results = new ArrayList<>();
        private final List<Json> blocks = new ArrayList<>();

        WireMessage(String role) {
            this.role = role;
        }

        boolean isEmpty() {
            return results.isEmpty() && blocks.isEmpty();
        }

        Json.Obj json() {
            var content = new ArrayList<Json>(results);
            content.addAll(blocks);
            return Json.Obj.EMPTY.with("role", role).with("content", new Json.Arr(content));
        }
    }
}
