package dev.deft.tool;

import dev.deft.json.Json;
import java.util.Optional;

/// The result of initializing a tool.
///
/// @param description replaces the one in its spec
/// @param parameters a JSON Schema that replaces the one of its spec. Arguments are still converted
///   to the parameter record of the tool, so the schema can only restrict them further
/// @param unavailable why it cannot be used here, in one line
public record Initialized(
        Optional<String> description, Optional<Json.Obj> parameters, Optional<String> unavailable) {

    /// Nothing differs from the spec.
    public static final Initialized AS_SPECIFIED =
            new Initialized(Optional.empty(), Optional.empty(), Optional.empty());

    /// {@return the result for a tool that cannot be used here}
    ///
    /// @param why in one line
    public static Initialized unavailable(String why) {
        return new Initialized(Optional.empty(), Optional.empty(), Optional.of(why));
    }

    /// {@return this result with another description}
    ///
    /// @param text for the model
    public Initialized describedBy(String text) {
        return new Initialized(Optional.of(text), parameters, unavailable);
    }

    /// {@return this result with another schema}
    ///
    /// @param schema of the arguments; it can only restrict the parameter record
    public Initialized taking(Json.Obj schema) {
        return new Initialized(description, Optional.of(schema), unavailable);
    }
}
