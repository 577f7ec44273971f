package dev.deft.agent.model.http;

import dev.deft.json.Json;
import java.util.List;

/// Reads fields of events, which may be absent or have another type.
public final class WireJson {

    private WireJson() {}

    /// An object; empty if there is none.
    public static Json.Obj object(Json.Obj from, String name) {
        return from.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj it ? it : Json.Obj.EMPTY;
    }

    /// The items of an array; none if there is no array.
    public static List<Json> list(Json.Obj from, String name) {
        return from.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                ? items
                : List.of();
    }

    /// The objects of an array.
    public static List<Json.Obj> objects(Json.Obj from, String name) {
        return list(from, name).stream()
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast)
                .toList();
    }

    /// A whole number.
    ///
    /// @param otherwise if there is none
    public static long number(Json.Obj from, String name, long otherwise) {
        return from.find(name).orElse(Json.Null.VALUE) instanceof Json.Num it
                ? it.asLong().orElse(otherwise)
                : otherwise;
    }
}
