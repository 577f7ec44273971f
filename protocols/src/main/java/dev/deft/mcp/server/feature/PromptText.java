package dev.deft.mcp.server.feature;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// A prompt with its arguments filled in.
///
/// @param content what the user says: blocks of [McpContent]
public record PromptText(Optional<String> description, List<Json.Obj> content) {

    public PromptText {
        content = List.copyOf(content);
    }

    /// The form in messages.
    public Json.Obj json() {
        Json messages =
                new Json.Arr(
                        content.stream()
                                .<Json>map(it ->
                                        Json.Obj.EMPTY.with("role", "user").with("content", it))
                                .toList());
        Json.Obj described =
                description.isPresent()
                        ? Json.Obj.EMPTY.with("description", description.get())
                        : Json.Obj.EMPTY;
        return described.with("messages", messages);
    }
}
