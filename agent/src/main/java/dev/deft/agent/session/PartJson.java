package dev.deft.agent.session;

import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Converts the parts of a message to JSON and back.
final class PartJson {

    private PartJson() {}

    static Json.Arr write(List<? extends Part> parts) {
        List<Json> all = new ArrayList<>();
        for (Part part : parts) {
            all.add(write(part));
        }
        return new Json.Arr(all);
    }

    private static Json.Obj write(Part part) {
        return switch (part) {
            case Part.Text(String text) -> Json.Obj.EMPTY.with("type", "text").with("text", text);
            case Part.Reasoning(String text, Json.Obj sealed) -> {
                Json.Obj thought = Json.Obj.EMPTY.with("type", "reasoning").with("text", text);
                yield sealed.fields().isEmpty() ? thought : thought.with("sealed", sealed);
            }
            case Part.Media(String mimeType, Bytes content) ->
                    Json.Obj.EMPTY
                            .with("type", "media")
                            .with("mime_type", mimeType)
                            .with("data", Base64.getEncoder().encodeToString(content.toArray()));
            case Part.Call(String callId, String tool, String arguments) ->
                    Json.Obj.EMPTY
                            .with("type", "call")
                            .with("call_id", callId)
                            .with("tool", tool)
                            .with("args", arguments);
        };
    }

    static List<Part> read(Optional<Json> content) {
        List<Part> parts = new ArrayList<>();
        Json given = content.orElse(new Json.Arr(List.of()));
        if (given instanceof Json.Str(String text)) {
            parts.add(new Part.Text(text));
        }
        if (given instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                if (item instanceof Json.Obj part) {
                    read(part).ifPresent(parts::add);
                }
            }
        }
        return parts;
    }

    static List<Part.Media> media(Optional<Json> content) {
        return read(content).stream()
                .filter(Part.Media.class::isInstance)
                .map(Part.Media.class::cast)
                .toList();
    }

    private static Optional<Part> read(Json.Obj part) {
        return switch (part.text("type").orElse("")) {
            case "text" -> Optional.of(new Part.Text(part.text("text").orElse("")));
            case "reasoning" ->
                    Optional.of(
                            new Part.Reasoning(
                                    part.text("text").orElse(""),
                                    EntryJson.object(part, "sealed")));
            case "media" ->
                    Optional.of(
                            new Part.Media(
                                    part.text("mime_type").orElse("application/octet-stream"),
                                    bytes(part.text("data").orElse(""))));
            case "call" ->
                    Optional.of(
                            new Part.Call(
                                    part.text("call_id").orElse(""),
                                    part.text("tool").orElse(""),
                                    part.text("args").orElse("")));
            default -> Optional.empty();
        };
    }

    private static Bytes bytes(String base64) {
        try {
            return Bytes.wrap(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException _) {
            return Bytes.EMPTY;
        }
    }
}
