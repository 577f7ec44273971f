package dev.deft.client;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Writes the schemas and the operations as types of TypeScript.
final class TypeScriptTypes {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][\\w$]*");

    private final ApiDescription description;
    private final StringBuilder out = new StringBuilder();

    private TypeScriptTypes(ApiDescription description) {
        this.description = description;
    }

    static String of(ApiDescription description) {
        return new TypeScriptTypes(description).text();
    }

    private String text() {
        out.append(
                "// The types of the HTTP API of Deft. Written by the build from its"
                        + " description.\n\n");
        out.append("/** Any JSON value. */\n");
        out.append(
                "export type Json = string | number | boolean | null | Json[] | { [name: string]:"
                        + " Json };\n\n");
        description.schemas().forEach((name, schema) -> schema(name, (Json.Obj) schema));
        out.append("/** The operations by their names: what they take and what they give. */\n");
        out.append("export interface Operations {\n");
        description.operations().forEach(this::operation);
        return out.append("}\n").toString();
    }

    private void schema(String name, Json.Obj schema) {
        schema.text("description").ifPresent(it -> out.append("/** %s */%n".formatted(it)));
        out.append("export interface %s {%n".formatted(name));
        fields(schema, "  ");
        if (schema.find("additionalProperties").equals(Optional.of(new Json.Bool(true)))) {
            out.append("  [name: string]: Json;\n");
        }
        out.append("}\n\n");
    }

    private void fields(Json.Obj schema, String indent) {
        List<String> required = ApiDescription.texts(schema, "required");
        ApiDescription.object(schema, "properties")
                .fields()
                .forEach((field, it) -> {
                    var type = (Json.Obj) it;
                    type.text("description")
                            .ifPresent(doc -> out.append("%s/** %s */%n".formatted(indent, doc)));
                    out.append(
                            "%s%s%s: %s;%n"
                                    .formatted(
                                            indent,
                                            quoted(field),
                                            required.contains(field) ? "" : "?",
                                            type(type)));
                });
    }

    private static String quoted(String field) {
        return NAME.matcher(field).matches() ? field : "\"" + field + "\"";
    }

    private String type(Json.Obj schema) {
        Optional<String> name = ApiDescription.reference(schema);
        if (name.isPresent()) {
            return name.get();
        }
        Json.Obj values = ApiDescription.object(schema, "additionalProperties");
        return switch (schema.text("type").orElse("")) {
            case "string" -> text(schema);
            case "integer", "number" -> "number";
            case "boolean" -> "boolean";
            case "array" -> "Array<" + type(ApiDescription.object(schema, "items")) + ">";
            case "object" -> "{ [name: string]: " + type(values) + " }";
            default -> "Json";
        };
    }

    private static String text(Json.Obj schema) {
        List<String> words = ApiDescription.texts(schema, "enum");
        return words.isEmpty()
                ? "string"
                : String.join(" | ", words.stream().map(it -> "\"" + it + "\"").toList());
    }

    private void operation(ApiDescription.Operation it) {
        out.append("  /** %s */%n".formatted(it.summary()));
        out.append("  %s: {%n".formatted(it.id()));
        out.append("    method: \"%s\";%n".formatted(it.method()));
        out.append("    path: \"%s\";%n".formatted(it.path()));
        parameters("parameters", it.parameters("path"));
        parameters("query", it.parameters("query"));
        it.body().ifPresent(body -> out.append("    body: %s;%n".formatted(type(body))));
        out.append("    answer: %s;%n".formatted(answer(it)));
        out.append("  };\n");
    }

    private void parameters(String name, List<Json.Obj> all) {
        if (all.isEmpty()) {
            return;
        }
        List<String> fields = new ArrayList<>();
        for (Json.Obj it : all) {
            boolean required = it.find("required").equals(Optional.of(new Json.Bool(true)));
            fields.add(
                    "%s%s: %s"
                            .formatted(
                                    quoted(it.text("name").orElseThrow()),
                                    required ? "" : "?",
                                    type(ApiDescription.object(it, "schema"))));
        }
        out.append("    %s: { %s };%n".formatted(name, String.join("; ", fields)));
    }

    private String answer(ApiDescription.Operation operation) {
        Map<String, Json> content =
                ApiDescription.object(operation.success().getValue(), "content").fields();
        if (content.isEmpty()) {
            return "undefined";
        }
        return operation.mediaType().endsWith("json") ? type(operation.answer()) : "string";
    }
}
