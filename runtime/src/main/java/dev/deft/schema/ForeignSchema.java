package dev.deft.schema;

import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Checks that a schema written elsewhere is one that [SchemaValidation] understands. A keyword it
/// does not know would otherwise be a promise that nobody keeps.
public final class ForeignSchema {

    private static final Set<String> TYPES =
            Set.of("object", "array", "string", "number", "integer", "boolean", "null");

    private static final Set<String> ANNOTATIONS =
            Set.of(
                    "$schema",
                    "$id",
                    "$comment",
                    "title",
                    "description",
                    "default",
                    "examples",
                    "deprecated",
                    "readOnly",
                    "writeOnly",
                    "format",
                    "const",
                    "enum");

    private static final Set<String> COUNTS =
            Set.of(
                    "minLength",
                    "maxLength",
                    "minItems",
                    "maxItems",
                    "minContains",
                    "maxContains",
                    "minProperties",
                    "maxProperties");

    private static final Set<String> FIGURES =
            Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf");

    private static final Set<String> ONE =
            Set.of(
                    "items",
                    "contains",
                    "additionalProperties",
                    "propertyNames",
                    "not",
                    "if",
                    "then",
                    "else");

    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> NAMED =
            Set.of("properties", "patternProperties", "$defs", "definitions");

    private final Json root;

    private ForeignSchema(Json root) {
        this.root = root;
    }

    /// A mistake in a schema.
    public record Mistake(Position position, String problem) {}

    /// The first mistake of a schema of parameters, which describes an object.
    public static Optional<Mistake> mistake(LocatedJson schema) {
        if (!(schema.value() instanceof Json.Obj object)) {
            return Optional.of(
                    new Mistake(
                            schema.position(), "must be an object, not " + schema.value().kind()));
        }
        if (!object.find("type").equals(Optional.of(new Json.Str("object")))) {
            return Optional.of(new Mistake(schema.position(), "must have \"type\": \"object\""));
        }
        return new ForeignSchema(object).check(schema);
    }

    /// The first mistake of a schema of any value, such as an array. It is an object itself, not
    /// `true` or `false`.
    public static Optional<Mistake> mistakeOfAny(LocatedJson schema) {
        return schema.value() instanceof Json.Obj object
                ? new ForeignSchema(object).check(schema)
                : mistake(schema, "must be an object, not " + schema.value().kind());
    }

    private Optional<Mistake> check(LocatedJson at) {
        if (at.value() instanceof Json.Bool) {
            return Optional.empty();
        }
        if (!(at.value() instanceof Json.Obj)) {
            return mistake(at, "must be a schema, not " + at.value().kind());
        }
        for (Map.Entry<String, Field> it : at.fields().entrySet()) {
            Optional<Mistake> mistake = keyword(it.getKey(), it.getValue());
            if (mistake.isPresent()) {
                return mistake;
            }
        }
        return Optional.empty();
    }

    private Optional<Mistake> keyword(String word, Field field) {
        LocatedJson value = field.value();
        if (ANNOTATIONS.contains(word)) {
            boolean list = !word.equals("enum") || value.value() instanceof Json.Arr;
            return list ? Optional.empty() : mistake(value, "enum must be an array");
        }
        if (ONE.contains(word)) {
            return check(value);
        }
        if (LISTS.contains(word)) {
            return all(word, value);
        }
        if (NAMED.contains(word)) {
            return named(word, value);
        }
        if (COUNTS.contains(word) || FIGURES.contains(word)) {
            return figure(word, value);
        }
        return switch (word) {
            case "type" -> type(value);
            case "required" ->
                    value.value() instanceof Json.Arr(List<Json> names)
                                    && names.stream().allMatch(Json.Str.class::isInstance)
                            ? Optional.empty()
                            : mistake(value, "required must be an array of names");
            case "uniqueItems" ->
                    value.value() instanceof Json.Bool
                            ? Optional.empty()
                            : mistake(value, "uniqueItems must be true or false");
            case "pattern" ->
                    value.value() instanceof Json.Str(String pattern)
                            ? pattern(value.position(), pattern)
                            : mistake(value, "pattern must be a string");
            case "$ref" ->
                    value.value() instanceof Json.Str(String to) && target(root, to).isPresent()
                            ? Optional.empty()
                            : mistake(
                                    value,
                                    "$ref must lead to a place in this schema, such as"
                                            + " #/$defs/name");
            default ->
                    Optional.of(
                            new Mistake(
                                    field.position(),
                                    "the keyword %s is not supported".formatted(word)));
        };
    }

    private Optional<Mistake> all(String word, LocatedJson value) {
        if (!(value.value() instanceof Json.Arr) || value.items().isEmpty()) {
            return mistake(value, word + " must be an array of schemas");
        }
        return value.items().stream().flatMap(it -> check(it).stream()).findFirst();
    }

    private Optional<Mistake> named(String word, LocatedJson value) {
        if (!(value.value() instanceof Json.Obj)) {
            return mistake(value, word + " must be an object of schemas");
        }
        for (Map.Entry<String, Field> it : value.fields().entrySet()) {
            Optional<Mistake> mistake =
                    word.equals("patternProperties")
                            ? pattern(it.getValue().position(), it.getKey())
                            : Optional.empty();
            mistake = mistake.or(() -> check(it.getValue().value()));
            if (mistake.isPresent()) {
                return mistake;
            }
        }
        return Optional.empty();
    }

    private static Optional<Mistake> figure(String word, LocatedJson value) {
        if (!(value.value() instanceof Json.Num(String literal))) {
            return mistake(value, word + " must be a number");
        }
        var number = new BigDecimal(literal);
        boolean count = number.signum() >= 0 && number.stripTrailingZeros().scale() <= 0;
        if (COUNTS.contains(word) && !count) {
            return mistake(value, word + " must be a whole number from 0");
        }
        return word.equals("multipleOf") && number.signum() <= 0
                ? mistake(value, "multipleOf must be above 0")
                : Optional.empty();
    }

    private static Optional<Mistake> type(LocatedJson value) {
        List<Json> types =
                value.value() instanceof Json.Arr(List<Json> all) ? all : List.of(value.value());
        return !types.isEmpty()
                        && types.stream()
                                .allMatch(it ->
                                        it instanceof Json.Str(String name) && TYPES.contains(name))
                ? Optional.empty()
                : mistake(
                        value,
                        "type must be one of "
                                + String.join(", ", TYPES.stream().sorted().toList()));
    }

    private static Optional<Mistake> pattern(Position position, String pattern) {
        try {
            Pattern.compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of(
                    new Mistake(position, "the pattern is invalid: " + e.getDescription()));
        }
    }

    private static Optional<Mistake> mistake(LocatedJson at, String problem) {
        return Optional.of(new Mistake(at.position(), problem));
    }

    /// The place in a schema that a reference such as `#/$defs/name` leads to.
    static Optional<Json> target(Json root, String reference) {
        if (reference.equals("#")) {
            return Optional.of(root);
        }
        if (!reference.startsWith("#/")) {
            return Optional.empty();
        }
        Json at = root;
        for (String step : reference.substring(2).split("/", -1)) {
            String name = step.replace("~1", "/").replace("~0", "~");
            Optional<Json> next =
                    at instanceof Json.Obj object
                            ? object.find(name)
                            : at instanceof Json.Arr(List<Json> items)
                                    ? item(items, name)
                                    : Optional.empty();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            at = next.get();
        }
        return Optional.of(at);
    }

    private static Optional<Json> item(List<Json> items, String index) {
        return index.matches("0|[1-9][0-9]{0,6}") && Integer.parseInt(index) < items.size()
                ? Optional.of(items.get(Integer.parseInt(index)))
                : Optional.empty();
    }
}
