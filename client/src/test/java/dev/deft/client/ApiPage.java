package dev.deft.client;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Writes the page about the API: an introduction by hand, then every operation.
final class ApiPage {

    private final ApiDescription description;
    private final StringBuilder out;

    private ApiPage(ApiDescription description, String introduction) {
        this.description = description;
        this.out = new StringBuilder(introduction.stripTrailing() + "\n\n");
    }

    static String of(ApiDescription description, String introduction) {
        return new ApiPage(description, introduction).text();
    }

    private String text() {
        out.append("## Operations\n\n");
        out.append("Written by the build from the routes; do not edit below this line.\n");
        description.groups().forEach(this::group);
        out.append("\n## Schemas\n");
        description.schemas().forEach((name, it) -> schema(name, (Json.Obj) it));
        return out.toString();
    }

    private void group(String tag, List<ApiDescription.Operation> all) {
        out.append("\n### %s%n".formatted(tag));
        all.forEach(this::operation);
    }

    private void operation(ApiDescription.Operation it) {
        out.append("\n**`%s %s`** %s%n%n".formatted(it.method(), it.path(), it.summary()));
        List<String> facts = new ArrayList<>();
        facts.add("`%s`".formatted(it.id()));
        it.scope().ifPresent(scope -> facts.add("scope `%s`".formatted(scope)));
        query(it).ifPresent(facts::add);
        it.body().ifPresent(body -> facts.add("takes " + type(body)));
        facts.add(answer(it));
        out.append(String.join(" · ", facts)).append('\n');
        it.example().ifPresent(example -> out.append("\n```json\n%s\n```%n".formatted(example)));
    }

    private static Optional<String> query(ApiDescription.Operation it) {
        List<String> names =
                it.parameters("query").stream()
                        .map(p -> "`%s`".formatted(p.text("name").orElseThrow()))
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("query " + String.join(", ", names));
    }

    private String answer(ApiDescription.Operation it) {
        Map.Entry<String, Json.Obj> success = it.success();
        if (it.mediaType().isEmpty()) {
            return success.getKey();
        }
        return it.answer().equals(Json.Obj.EMPTY) || !it.mediaType().endsWith("json")
                ? "%s `%s`".formatted(success.getKey(), it.mediaType())
                : "%s %s".formatted(success.getKey(), type(it.answer()));
    }

    private static String type(Json.Obj schema) {
        Optional<String> name = ApiDescription.reference(schema);
        if (name.isPresent()) {
            return "[%s](#%s)".formatted(name.get(), name.get().toLowerCase(Locale.ROOT));
        }
        return switch (schema.text("type").orElse("")) {
            case "array" -> "list of " + type(ApiDescription.object(schema, "items"));
            case "" -> "JSON";
            default -> schema.text("type").orElse("");
        };
    }

    private void schema(String name, Json.Obj schema) {
        out.append("\n### %s%n%n".formatted(name));
        out.append("| field | type | |\n| --- | --- | --- |\n");
        List<String> required = ApiDescription.texts(schema, "required");
        ApiDescription.object(schema, "properties")
                .fields()
                .forEach((field, it) ->
                        out.append(
                                "| `%s`%s | %s | %s |%n"
                                        .formatted(
                                                field,
                                                required.contains(field) ? "" : "?",
                                                type((Json.Obj) it),
                                                ((Json.Obj) it)
                                                        .text("description")
                                                        .orElse("")
                                                        .replace("|", "\\|"))));
    }
}
