package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Describes what a schema allows.
final class Expected {

    private Expected() {}

    /// Such as `must be a whole number from 1 to 64`.
    static String of(Json.Obj schema) {
        if (schema.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> choice)) {
            return "must be "
                    + String.join(
                            " or ", choice.stream().map(it -> ((Json.Str) it).value()).toList());
        }
        List<String> words = new ArrayList<>();
        for (String kind : kinds(schema)) {
            words.add(named(kind) + range(schema, kind));
        }
        return "must be " + String.join(" or ", words);
    }

    private static String named(String kind) {
        return switch (kind) {
            case "integer" -> "a whole number";
            case "object" -> "an object";
            case "array" -> "an array";
            default -> "a " + kind;
        };
    }

    private static String range(Json.Obj schema, String kind) {
        if (!kind.equals("integer") && !kind.equals("number")) {
            return "";
        }
        return bound(schema, "minimum", " from ")
                + bound(schema, "exclusiveMinimum", " above ")
                + bound(schema, "maximum", " to ");
    }

    private static String bound(Json.Obj schema, String word, String before) {
        Optional<Json> bound = schema.find(word);
        return bound.map(it -> before + ((Json.Num) it).literal()).orElse("");
    }

    /// The types a schema allows.
    static List<String> kinds(Json.Obj schema) {
        Json type = schema.find("type").orElseThrow();
        return type instanceof Json.Arr(List<Json> several)
                ? several.stream().map(it -> ((Json.Str) it).value()).toList()
                : List.of(((Json.Str) type).value());
    }

    /// The type of a value; an integer is a `number` here.
    static String kind(Json value) {
        return switch (value) {
            case Json.Str _ -> "string";
            case Json.Num _ -> "number";
            case Json.Obj _ -> "object";
            case Json.Arr _ -> "array";
            case Json.Bool _ -> "boolean";
            case Json.Null _ -> "null";
        };
    }
}
