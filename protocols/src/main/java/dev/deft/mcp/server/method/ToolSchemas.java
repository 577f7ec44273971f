package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The schemas of a tool as MCP wants them.
final class ToolSchemas {

    private static final Set<String> SAYING =
            Set.of("type", "enum", "const", "anyOf", "oneOf", "allOf", "not", "$ref");
    private static final Json ANYTHING =
            new Json.Arr(
                    Stream.of("object", "array", "string", "number", "boolean", "null")
                            .<Json>map(it -> Json.Obj.EMPTY.with("type", it))
                            .toList());

    private static final Json HEAD =
            Json.Obj.EMPTY
                    .with("type", "string")
                    .with("description", "The beginning of an output that was too long to show");

    private ToolSchemas() {}

    /// A schema of arguments is always that of an object.
    static Json.Obj input(DialectTool tool) {
        Json.Obj schema =
                tool.spec().foreignSchema().isPresent()
                        ? tool.schema()
                        : (Json.Obj) explicit(tool.schema());
        return schema.text("type").equals(Optional.of("object"))
                ? schema
                : Json.Obj.EMPTY.with("type", "object").withAll(schema).with("type", "object");
    }

    /// Says of a value that may be anything that it may: some clients refuse schemas that say
    /// nothing.
    private static Json explicit(Json schema) {
        if (!(schema instanceof Json.Obj(Map<String, Json> fields))) {
            return schema;
        }
        Map<String, Json> all = new LinkedHashMap<>();
        if (Collections.disjoint(fields.keySet(), SAYING)) {
            all.put("anyOf", ANYTHING);
        }
        fields.forEach((name, it) ->
                all.put(
                        name,
                        switch (name) {
                            case "properties" -> eachExplicit(it);
                            case "items", "additionalProperties" -> explicit(it);
                            default -> it;
                        }));
        return new Json.Obj(all);
    }

    private static Json eachExplicit(Json properties) {
        if (!(properties instanceof Json.Obj(Map<String, Json> fields))) {
            return properties;
        }
        Map<String, Json> all = new LinkedHashMap<>();
        fields.forEach((name, it) -> all.put(name, explicit(it)));
        return new Json.Obj(all);
    }

    /// The schema of the data, for tools whose data is always the same record. A result that was
    /// cut has no field but `head`, so none is required.
    static Optional<Json.Obj> output(DialectTool tool) {
        return tool.tool().dataType().map(ToolSchemas::ofData);
    }

    private static Json.Obj ofData(Class<? extends Record> type) {
        Json.Obj schema = (Json.Obj) explicit(JsonSchema.write(RecordShapes.of(type)));
        Json.Obj properties =
                schema.find("properties").orElse(Json.Obj.EMPTY) instanceof Json.Obj own
                        ? own
                        : Json.Obj.EMPTY;
        return Json.Obj.EMPTY
                .with("type", "object")
                .with("properties", properties.with("head", HEAD));
    }
}
