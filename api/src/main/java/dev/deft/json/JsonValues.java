package dev.deft.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Converts Java values to JSON.
final class JsonValues {

    private JsonValues() {}

    static Json of(Object value) {
        return switch (value) {
            case Json json -> json;
            case CharSequence text -> new Json.Str(text.toString());
            case Boolean bool -> new Json.Bool(bool);
            case Double number -> Json.Num.of(number);
            case Float number -> Json.Num.of(number);
            case Number number -> new Json.Num(number.toString());
            case Enum<?> constant -> new Json.Str(constant.name());
            case Map<?, ?> map -> object(map);
            case Iterable<?> items -> list(items);
            default ->
                    throw new IllegalArgumentException(
                            "JSON supports texts, numbers, booleans, lists and maps, but not "
                                    + value.getClass().getName());
        };
    }

    static Json.Obj object(Map<?, ?> values) {
        Map<String, Json> fields = new LinkedHashMap<>();
        values.forEach((name, value) -> fields.put(String.valueOf(name), of(value)));
        return new Json.Obj(fields);
    }

    private static Json.Arr list(Iterable<?> values) {
        List<Json> items = new ArrayList<>();
        values.forEach(it -> items.add(of(it)));
        return new Json.Arr(items);
    }
}
