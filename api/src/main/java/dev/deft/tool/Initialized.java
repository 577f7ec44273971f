package dev.deft.tool;

import dev.deft.json.Json;
import java.util.Optional;

/// What a tool found out about itself before it was offered.
///
/// @param description what models read of it, instead of what its spec says
/// @param parameters a JSON Schema for its arguments, instead of the one of its spec. Arguments
///   still become the tool's parameter record, so the schema can only narrow what that takes
/// @param unavailable why it cannot be used here, in one line
public record Initialized(
        Optional<String> description, Optional<Json.Obj> parameters, Optional<String> unavailable) {

    /// All is as the spec says.
    public static final Initialized AS_SPECIFIED =
            new Initialized(Optional.empty(), Optional.empty(), Optional.empty());

    /// {@return that the tool is of no use here, for example because the provider of the model has
    /// a better one}
    ///
    /// @param why in one line
    public static Initialized unavailable(String why) {
        return new Initialized(Optional.empty(), Optional.empty(), Optional.of(why));
    }

    /// {@return the same with another description}
    ///
    /// @param text what models read of the tool
    public Initialized describedBy(String text) {
        return new Initialized(Optional.of(text), parameters, unavailable);
    }

    /// {@return the same with another schema}
    ///
    /// @param schema of the arguments; it can only narrow what the parameter record takes
    public Initialized taking(Json.Obj schema) {
        return new Initialized(description, Optional.of(schema), unavailable);
    }
}
