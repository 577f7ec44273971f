package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import java.util.Optional;

/// The schemas of a tool as MCP wants them.
final class ToolSchemas {

    private ToolSchemas() {}

    /// A schema of arguments is always that of an object.
    static Json.Obj input(DialectTool tool) {
        Json.Obj schema = tool.schema();
        return schema.text("type").equals(Optional.of("object"))
                ? schema
                : Json.Obj.EMPTY.with("type", "object").withAll(schema).with("type", "object");
    }

    /// The schema of the data, for tools that promise one.
    static Optional<Json.Obj> output(DialectTool tool) {
        return Optional.empty();
    }
}
