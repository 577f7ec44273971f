package dev.deft.mcp.server.feature;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// A prompt in a list.
///
/// @param name by which it is called
public record PromptEntry(String name, Optional<String> description, List<Argument> arguments) {

    public PromptEntry {
        arguments = List.copyOf(arguments);
    }

    /// An argument of a prompt.
    public record Argument(String name, Optional<String> description, boolean required) {

        private Json.Obj json() {
            Json.Obj named = Json.Obj.EMPTY.with("name", name);
            Json.Obj described =
                    description.isPresent() ? named.with("description", description.get()) : named;
            return described.with("required", new Json.Bool(required));
        }
    }

    /// The form in messages.
    public Json.Obj json() {
        Json.Obj named = Json.Obj.EMPTY.with("name", name);
        Json.Obj described =
                description.isPresent() ? named.with("description", description.get()) : named;
        return arguments.isEmpty()
                ? described
                : described.with(
                        "arguments",
                        new Json.Arr(arguments.stream().<Json>map(Argument::json).toList()));
    }
}
