package dev.deft.schema;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes shapes as JSON Schema 2020-12 and reads the same part of it back.
public final class JsonSchema {

    private JsonSchema() {}

    public static Json.Obj write(Shape shape) {
        return switch (shape) {
            case Shape.Text(Shape.Span length, List<String> oneOf) -> {
                Json.Obj text = spanned(type("string"), length, "minLength", "maxLength");
                yield oneOf.isEmpty() ? text : text.with("enum", Json.Arr.ofTexts(oneOf));
            }
            case Shape.Whole(Shape.Span range) ->
                    spanned(type("integer"), range, "minimum", "maximum");
            case Shape.Decimal(Shape.Span range) ->
                    spanned(type("number"), range, "minimum", "maximum");
            case Shape.Flag _ -> type("boolean");
            case Shape.Items(Shape item, Shape.Span count) ->
                    spanned(
                            type("array").with("items", write(item)),
                            count,
                            "minItems",
                            "maxItems");
            case Shape.Fields fields -> fields(fields);
            case Shape.Dictionary(Shape value) ->
                    type("object").with("additionalProperties", write(value));
            case Shape.Anything _ -> Json.Obj.EMPTY;
        };
    }

    private static Json.Obj fields(Shape.Fields shape) {
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Shape.Field field : shape.published()) {
            Json.Obj schema = write(field.shape());
            properties.put(
                    field.name(),
                    field.doc().isEmpty() ? schema : schema.with("description", field.doc()));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Json.Obj object = type("object").with("properties", new Json.Obj(properties));
        return (required.isEmpty() ? object : object.with("required", Json.Arr.ofTexts(required)))
                .with("additionalProperties", new Json.Bool(false));
    }

    private static Json.Obj type(String name) {
        return new Json.Obj(Map.of("type", new Json.Str(name)));
    }

    private static Json.Obj spanned(Json.Obj schema, Shape.Span span, String min, String max) {
        Json.Obj lower = span.hasMin() ? schema.with(min, Json.Num.of(span.min())) : schema;
        return span.hasMax() ? lower.with(max, Json.Num.of(span.max())) : lower;
    }

    /// Reads a schema made of what [#write] writes, such as a dialect's table.
    ///
    /// @throws IllegalArgumentException when it says more than that
    public static Shape read(Json.Obj schema) {
        return switch (schema.text("type").orElse("")) {
            case "string" ->
                    new Shape.Text(span(schema, "minLength", "maxLength"), texts(schema, "enum"));
            case "integer" -> new Shape.Whole(span(schema, "minimum", "maximum"));
            case "number" -> new Shape.Decimal(span(schema, "minimum", "maximum"));
            case "boolean" -> new Shape.Flag();
            case "array" ->
                    new Shape.Items(
                            read(object(schema, "items")), span(schema, "minItems", "maxItems"));
            case "object" -> readObject(schema);
            case "" -> new Shape.Anything();
            default -> throw new IllegalArgumentException("no such type: " + schema.text("type"));
        };
    }

    private static Shape readObject(Json.Obj schema) {
        if (schema.find("additionalProperties").orElse(Json.Null.VALUE)
                instanceof Json.Obj values) {
            return new Shape.Dictionary(read(values));
        }
        List<String> required = texts(schema, "required");
        List<Shape.Field> fields = new ArrayList<>();
        object(schema, "properties")
                .fields()
                .forEach((name, value) -> {
                    var field = (Json.Obj) value;
                    String doc = field.text("description").orElse("");
                    fields.add(
                            new Shape.Field(
                                    name, read(field), doc, required.contains(name), false));
                });
        return new Shape.Fields(fields);
    }

    private static Json.Obj object(Json.Obj schema, String name) {
        return schema.find(name).orElse(Json.Obj.EMPTY) instanceof Json.Obj object
                ? object
                : Json.Obj.EMPTY;
    }

    private static List<String> texts(Json.Obj schema, String name) {
        if (!(schema.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items))) {
            return List.of();
        }
        return items.stream().map(it -> ((Json.Str) it).value()).toList();
    }

    private static Shape.Span span(Json.Obj schema, String min, String max) {
        return new Shape.Span(
                number(schema, min, Long.MIN_VALUE), number(schema, max, Long.MAX_VALUE));
    }

    private static long number(Json.Obj schema, String name, long otherwise) {
        return schema.find(name).flatMap(it -> ((Json.Num) it).asLong()).orElse(otherwise);
    }
}
