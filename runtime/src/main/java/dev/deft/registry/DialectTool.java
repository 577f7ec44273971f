package dev.deft.registry;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.tool.Description;
import dev.deft.tool.Initialized;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/// A tool as one dialect shows it.
///
/// @param parameters what the dialect's arguments look like
/// @param mapper turns the dialect's arguments into those of the tool
/// @param unavailable why it cannot be called, in one line
public record DialectTool(
        String name,
        Description description,
        Parameters parameters,
        Tool<?> tool,
        ArgumentMapper mapper,
        Limits limits,
        Optional<String> unavailable) {

    /// A tool that can be called.
    public DialectTool(
            String name,
            Description description,
            Parameters parameters,
            Tool<?> tool,
            ArgumentMapper mapper,
            Limits limits) {
        this(name, description, parameters, tool, mapper, limits, Optional.empty());
    }

    /// The same within other limits.
    public DialectTool within(Limits other) {
        return new DialectTool(name, description, parameters, tool, mapper, other, unavailable);
    }

    /// The same with what it found out about itself. A dialect that has words and a shape of its
    /// own for the tool keeps them.
    DialectTool with(Initialized found) {
        boolean own = parameters instanceof Parameters.OfTable;
        return new DialectTool(
                name,
                own || found.description().isEmpty()
                        ? description
                        : new Description.Text(found.description().get()),
                own || found.parameters().isEmpty()
                        ? parameters
                        : new Parameters.Foreign(found.parameters().get()),
                tool,
                mapper,
                limits,
                found.unavailable());
    }

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
