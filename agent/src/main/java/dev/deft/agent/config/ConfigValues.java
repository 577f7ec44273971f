package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The effective values, each with its origin. A key is a list of names, since names such as those
/// of models may contain dots.
public final class ConfigValues {

    private final Map<List<String>, Setting> all;

    ConfigValues(Map<List<String>, Setting> all) {
        this.all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    /// All values by key.
    public Map<List<String>, Setting> all() {
        return all;
    }

    /// The values as one JSON object, in the format of a file.
    public Json.Obj json() {
        Json.Obj whole = Json.Obj.EMPTY;
        for (Map.Entry<List<String>, Setting> entry : all.entrySet()) {
            whole = with(whole, entry.getKey(), entry.getValue().value());
        }
        return whole;
    }

    private static Json.Obj with(Json.Obj object, List<String> path, Json value) {
        String name = path.getFirst();
        if (path.size() == 1) {
            return object.with(name, value);
        }
        Json.Obj inner =
                object.find(name).orElse(Json.Obj.EMPTY) instanceof Json.Obj there
                        ? there
                        : Json.Obj.EMPTY;
        return object.with(name, with(inner, path.subList(1, path.size()), value));
    }

    Optional<Json> find(String... path) {
        return Optional.ofNullable(all.get(List.of(path))).map(Setting::value);
    }

    Optional<String> text(String... path) {
        return find(path).map(it -> ((Json.Str) it).value());
    }

    OptionalInt count(String... path) {
        Optional<Json> found = find(path);
        return found.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(Math.toIntExact(((Json.Num) found.get()).asLong().orElseThrow()));
    }

    OptionalLong whole(String... path) {
        Optional<Json> found = find(path);
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(((Json.Num) found.get()).asLong().orElseThrow());
    }

    OptionalDouble number(String... path) {
        Optional<Json> found = find(path);
        return found.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(((Json.Num) found.get()).asDouble());
    }

    Optional<List<String>> texts(String... path) {
        return find(path).map(ConfigValues::texts);
    }

    static List<String> texts(Json list) {
        return ((Json.Arr) list).items().stream().map(it -> ((Json.Str) it).value()).toList();
    }

    static Map<String, String> map(Json object) {
        Map<String, String> texts = new LinkedHashMap<>();
        ((Json.Obj) object)
                .fields()
                .forEach((name, it) -> texts.put(name, ((Json.Str) it).value()));
        return texts;
    }

    /// The values directly below a key, by their last name.
    Map<String, Json> below(String... path) {
        List<String> parent = List.of(path);
        Map<String, Json> found = new LinkedHashMap<>();
        for (Map.Entry<List<String>, Setting> entry : all.entrySet()) {
            List<String> key = new ArrayList<>(entry.getKey());
            String last = key.removeLast();
            if (key.equals(parent)) {
                found.put(last, entry.getValue().value());
            }
        }
        return found;
    }
}
