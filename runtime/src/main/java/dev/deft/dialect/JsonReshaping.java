package dev.deft.dialect;

import dev.deft.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds a JSON object from the fields of another.
final class JsonReshaping {

    private final Json.Obj from;
    private final Map<String, Json> fields = new LinkedHashMap<>();

    private JsonReshaping(Json.Obj from) {
        this.from = from;
    }

    static JsonReshaping from(Json.Obj object) {
        return new JsonReshaping(object);
    }

    /// Copies these fields, if present.
    JsonReshaping keep(String... names) {
        for (String name : names) {
            rename(name, name);
        }
        return this;
    }

    /// Copies a field under another name, if present.
    JsonReshaping rename(String name, String newName) {
        from.find(name).ifPresent(it -> fields.put(newName, it));
        return this;
    }

    JsonReshaping put(String name, Json value) {
        fields.put(name, value);
        return this;
    }

    JsonReshaping put(String name, boolean value) {
        return put(name, new Json.Bool(value));
    }

    Json.Obj build() {
        return new Json.Obj(fields);
    }

    /// Whether the output was truncated.
    static boolean isTruncated(Json.Obj data) {
        return data.find("head").isPresent();
    }

    /// Whether a flag is present and true.
    static boolean isSet(Json.Obj object, String name) {
        return object.find(name).filter(new Json.Bool(true)::equals).isPresent();
    }

    static long integerOr(Json.Obj object, String name, long fallback) {
        return integer(object, name).orElse(fallback);
    }

    static Optional<Long> integer(Json.Obj object, String name) {
        return object.find(name)
                .flatMap(it -> it instanceof Json.Num number ? number.asLong() : Optional.empty());
    }

    /// The objects in a list field.
    static List<Json.Obj> objects(Json.Obj object, String name) {
        return object.find(name).orElse(new Json.Arr(List.of()))
                        instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .toList()
                : List.of();
    }

    /// The type of a listed entry for dialects that know two.
    static Json.Str fileOrDirectory(Json.Obj entry) {
        return new Json.Str(entry.text("type").orElse("").equals("dir") ? "dir" : "file");
    }

    static Json.Arr list(List<Json.Obj> objects) {
        return new Json.Arr(objects.stream().<Json>map(it -> it).toList());
    }
}
