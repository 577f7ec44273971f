package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.http.CallArguments;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Writes the parts of a message as content blocks of the Messages wire.
final class AnthropicBlocks {

    private static final String PDF = "application/pdf";

    private AnthropicBlocks() {}

    static List<Json> assistant(Message.Assistant message, ToolNames names) {
        List<Json> blocks = new ArrayList<>();
        for (Part part : message.parts()) {
            switch (part) {
                case Part.Text(String text) -> text(text).ifPresent(blocks::add);
                case Part.Reasoning thought -> SignedThought.block(thought).ifPresent(blocks::add);
                case Part.Call call -> blocks.add(call(call, names));
                // They are in the next message of the user.
                case Part.Media _ -> {}
            }
        }
        return blocks;
    }

    static List<Json> parts(List<Part> parts) {
        List<Json> blocks = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Text(String text)) {
                text(text).ifPresent(blocks::add);
            } else if (part instanceof Part.Media media) {
                blocks.add(media(media));
            }
        }
        return blocks;
    }

    static List<Json> results(List<Message.CallResult> results) {
        List<Json> blocks = new ArrayList<>();
        for (Message.CallResult result : results) {
            blocks.add(result(result));
        }
        return blocks;
    }

    private static Json.Obj result(Message.CallResult result) {
        List<Json> content = new ArrayList<>();
        text(result.text()).ifPresent(content::add);
        result.images().forEach(it -> content.add(media(it)));
        Json.Obj block =
                Json.Obj.EMPTY.with("type", "tool_result").with("tool_use_id", id(result.callId()));
        if (result.failed()) {
            // The wire requires text in errors.
            if (content.isEmpty()) {
                text("It failed without a word.").ifPresent(content::add);
            }
            block = block.with("is_error", new Json.Bool(true));
        }
        return content.isEmpty() ? block : block.with("content", new Json.Arr(content));
    }

    /// The wire rejects blank text.
    static Optional<Json.Obj> text(String text) {
        return text.isBlank()
                ? Optional.empty()
                : Optional.of(Json.Obj.EMPTY.with("type", "text").with("text", text));
    }

    private static Json.Obj call(Part.Call call, ToolNames names) {
        return Json.Obj.EMPTY
                .with("type", "tool_use")
                .with("id", id(call.callId()))
                .with("name", names.toWire(call.tool()))
                .with("input", CallArguments.object(call.arguments()));
    }

    /// Calls of another provider's model may have ids that this wire rejects.
    private static String id(String callId) {
        var id = new StringBuilder(callId);
        int at = 0;
        while (at < id.length()) {
            int character = id.codePointAt(at);
            if (!allowed(character)) {
                id.replace(at, at + Character.charCount(character), "_");
            }
            at++;
        }
        return id.toString();
    }

    private static boolean allowed(int it) {
        return (it >= 'a' && it <= 'z')
                || (it >= 'A' && it <= 'Z')
                || (it >= '0' && it <= '9')
                || it == '_'
                || it == '-';
    }

    private static Json.Obj media(Part.Media media) {
        boolean picture = media.mimeType().startsWith("image/");
        if (!picture && !media.mimeType().equals(PDF)) {
            return Json.Obj.EMPTY
                    .with("type", "text")
                    .with("text", "[%s, which cannot be shown]".formatted(media.mimeType()));
        }
        return Json.Obj.EMPTY
                .with("type", picture ? "image" : "document")
                .with(
                        "source",
                        Json.Obj.EMPTY
                                .with("type", "base64")
                                .with("media_type", media.mimeType())
                                .with(
                                        "data",
                                        Base64.getEncoder()
                                                .encodeToString(media.content().toArray())));
    }
}
