package dev.deft.testkit;

import dev.deft.json.Json;
import java.util.Optional;

/// A call that an agent made.
///
/// @param id as the model gave it
/// @param tool the name the model called
/// @param arguments of the call; a string if they are not JSON
/// @param failed whether it ended with an error
/// @param result in the shape of the dialect; empty while the call runs
public record RecordedCall(
        String id, String tool, Json arguments, boolean failed, Optional<Json> result) {

    /// {@return an argument; empty if there is none of this name}
    ///
    /// @param name of the argument
    public Optional<Json> argument(String name) {
        return arguments instanceof Json.Obj object ? object.find(name) : Optional.empty();
    }

    /// {@return the error code of an envelope, such as `not_found`; nothing for an output, and for
    /// dialects without such a code}
    public Optional<String> code() {
        return result.flatMap(it -> field(it, "metadata"))
                .flatMap(it ->
                        it instanceof Json.Obj object ? object.text("code") : Optional.empty());
    }

    private static Optional<Json> field(Json value, String name) {
        return value instanceof Json.Obj object ? object.find(name) : Optional.empty();
    }

    /// {@return one line for messages, such as `edit {"path":"a.txt"}`}
    @Override
    public String toString() {
        return tool + " " + arguments + (failed ? " (failed: " + code().orElse("?") + ")" : "");
    }
}
