package dev.deft.registry;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.tool.Description;
import dev.deft.tool.Initialized;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/// A tool in a dialect.
///
/// @param parameters of the dialect
/// @param spec of the tool, which makes a new one whenever it is asked
/// @param mapper converts arguments of the dialect to arguments of the tool
/// @param unavailable why it cannot be called, in one line
public record DialectTool(
        String name,
        Description description,
        Parameters parameters,
        Tool<?> tool,
        ToolSpec<?> spec,
        ArgumentMapper mapper,
        Limits limits,
        Optional<String> unavailable) {

    /// A tool with the specification it has now.
    public DialectTool(
            String name,
            Description description,
            Parameters parameters,
            Tool<?> tool,
            ArgumentMapper mapper,
            Limits limits,
            Optional<String> unavailable) {
        this(name, description, parameters, tool, tool.spec(), mapper, limits, unavailable);
    }

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

    /// The same tool with other limits.
    public DialectTool within(Limits other) {
        return new DialectTool(
                name, description, parameters, tool, spec, mapper, other, unavailable);
    }

    /// Applies the result of the initialization. A dialect table keeps its own description and
    /// parameters.
    DialectTool with(Initialized initialized) {
        boolean fromTable = parameters instanceof Parameters.OfTable;
        return new DialectTool(
                name,
                fromTable || initialized.description().isEmpty()
                        ? description
                        : new Description.Text(initialized.description().get()),
                fromTable || initialized.parameters().isEmpty()
                        ? parameters
                        : new Parameters.Foreign(initialized.parameters().get()),
                tool,
                spec,
                mapper,
                limits,
                initialized.unavailable());
    }

    /// The definition a model gets, as [JSON Schema](https://json-schema.org).
    public Json.Obj schema() {
        return parameters.schema();
    }

    public String describe(Map<String, String> variables) {
        return description.text(variables);
    }

    /// Converts valid arguments of a dialect to arguments of the tool.
    @FunctionalInterface
    public interface ArgumentMapper {

        ArgumentMapper SAME = it -> it;

        /// Converts arguments.
        ///
        /// @throws IllegalArgumentException with a message for the model, if the tool does not
        ///   support the arguments
        Json.Obj map(Json.Obj arguments);
    }
}
