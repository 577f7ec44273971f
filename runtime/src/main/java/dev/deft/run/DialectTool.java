package dev.deft.run;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.tool.Description;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSpec;
import java.util.Map;

/// A tool as one dialect shows it.
///
/// @param parameters what the dialect's arguments look like
/// @param mapper turns the dialect's arguments into those of the tool
public record DialectTool(
        String name,
        Description description,
        Parameters parameters,
        Tool<?> tool,
        ArgumentMapper mapper,
        Limits limits) {

    public ToolSpec<?> spec() {
        return tool.spec();
    }

    /// The definition a model gets, as [JSON Schema](https://json-schema.org).
    public Json.Obj schema() {
        return parameters.schema();
    }

    public String describe(Map<String, String> places) {
        return description.text(places);
    }

    /// Turns arguments that fit the dialect's shape into arguments of the tool.
    @FunctionalInterface
    public interface ArgumentMapper {

        ArgumentMapper SAME = it -> it;

        /// Maps one object to another.
        ///
        /// @throws IllegalArgumentException with a message for the model, when the dialect's shape
        ///   allows what the tool cannot do
        Json.Obj map(Json.Obj arguments);
    }
}
