package dev.deft.mcp.client;

import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A field of the form with which a server asks something.
///
/// @param choices the values by their labels; empty for free text
/// @param many whether several may be chosen
record FormField(
        String name,
        String label,
        String type,
        boolean required,
        Map<String, Json> choices,
        boolean many,
        Optional<Json> preset,
        Json.Obj schema) {

    private static final int LONGEST = 300;

    FormField {
        choices = new LinkedHashMap<>(choices);
    }

    /// What the user answered.
    sealed interface Value {

        record Given(Json json) implements Value {}

        record Skipped() implements Value {}

        record Wrong() implements Value {}
    }

    static List<FormField> all(Json.Obj params) throws RpcException {
        if (!(params.find("requestedSchema").orElse(Json.Obj.EMPTY) instanceof Json.Obj schema)) {
            throw RpcException.invalidParams("requestedSchema must be an object.");
        }
        List<Json> required =
                schema.find("required").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> it)
                        ? it
                        : List.of();
        List<FormField> fields = new ArrayList<>();
        if (schema.find("properties").orElse(Json.Obj.EMPTY) instanceof Json.Obj properties) {
            for (Map.Entry<String, Json> it : properties.fields().entrySet()) {
                if (!(it.getValue() instanceof Json.Obj property)) {
                    throw RpcException.invalidParams("A property must be an object.");
                }
                fields.add(of(it.getKey(), property, required.contains(new Json.Str(it.getKey()))));
            }
        }
        return fields;
    }

    private static FormField of(String name, Json.Obj schema, boolean required)
            throws RpcException {
        String type = schema.text("type").orElse("string");
        boolean many = type.equals("array");
        Json.Obj items =
                many && schema.find("items").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : schema;
        Map<String, Json> choices = choices(items);
        if (type.equals("boolean")) {
            choices.put("Yes", new Json.Bool(true));
            choices.put("No", new Json.Bool(false));
        }
        if (!List.of("string", "number", "integer", "boolean", "array").contains(type)
                || (many && choices.isEmpty())) {
            throw RpcException.invalidParams("A form has only simple fields.");
        }
        String title = schema.text("title").orElse(name);
        String text = schema.text("description").map(it -> title + ": " + it).orElse(title);
        return new FormField(
                name,
                TerminalText.cut(TerminalText.read(text), LONGEST),
                type,
                required,
                choices,
                many,
                schema.find("default"),
                schema);
    }

    /// The labels of the values, in each of the ways that revisions have for them.
    private static Map<String, Json> choices(Json.Obj schema) {
        Map<String, Json> choices = new LinkedHashMap<>();
        for (String way : List.of("oneOf", "anyOf")) {
            for (Json it : items(schema, way)) {
                if (it instanceof Json.Obj option && option.find("const").isPresent()) {
                    Json value = option.find("const").get();
                    choices.put(label(option.text("title"), value), value);
                }
            }
        }
        List<Json> names = items(schema, "enumNames");
        List<Json> values = items(schema, "enum");
        for (int i = 0; i < values.size(); i++) {
            Optional<String> name =
                    i < names.size() && names.get(i) instanceof Json.Str(String it)
                            ? Optional.of(it)
                            : Optional.empty();
            choices.put(label(name, values.get(i)), values.get(i));
        }
        return choices;
    }

    private static List<Json> items(Json.Obj schema, String name) {
        return schema.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> it)
                ? it
                : List.of();
    }

    private static String label(Optional<String> title, Json value) {
        String text = title.orElse(value instanceof Json.Str(String it) ? it : value.toString());
        return TerminalText.line(text, LONGEST);
    }

    Question question(String before, String server) {
        String usual =
                preset.map(it -> " (usually %s)".formatted(label(Optional.empty(), it))).orElse("");
        return new Question(
                before + label + usual,
                Optional.of(server),
                choices.keySet().stream()
                        .map(it -> new Question.Choice(it, Optional.empty()))
                        .toList(),
                many);
    }

    Value value(List<String> answers) {
        List<String> given = answers.stream().filter(it -> !it.isBlank()).toList();
        if (given.isEmpty()) {
            return preset.<Value>map(Value.Given::new).orElse(new Value.Skipped());
        }
        if (!choices.isEmpty()) {
            return chosen(given);
        }
        String text = given.getFirst().strip();
        return switch (type) {
            case "integer" ->
                    text.matches("[-+]?[0-9]{1,18}")
                            ? within(Json.Num.of(Long.parseLong(text.replace("+", ""))))
                            : new Value.Wrong();
            case "number" ->
                    text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")
                            ? within(Json.Num.of(Double.parseDouble(text)))
                            : new Value.Wrong();
            default -> fitting(given.getFirst());
        };
    }

    private Value chosen(List<String> given) {
        List<Json> values = new ArrayList<>();
        for (String it : given) {
            Json value = choices.get(it);
            if (value == null) {
                return new Value.Wrong();
            }
            values.add(value);
        }
        return new Value.Given(many ? new Json.Arr(values) : values.getFirst());
    }

    private Value within(Json.Num number) {
        boolean fits =
                number.asDouble() >= limit("minimum", -Double.MAX_VALUE)
                        && number.asDouble() <= limit("maximum", Double.MAX_VALUE);
        return fits ? new Value.Given(number) : new Value.Wrong();
    }

    private Value fitting(String text) {
        int length = text.codePointCount(0, text.length());
        boolean fits =
                length >= limit("minLength", 0) && length <= limit("maxLength", Integer.MAX_VALUE);
        return fits ? new Value.Given(new Json.Str(text)) : new Value.Wrong();
    }

    private double limit(String name, double otherwise) {
        return schema.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number
                ? number.asDouble()
                : otherwise;
    }
}
