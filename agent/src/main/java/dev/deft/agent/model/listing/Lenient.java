package dev.deft.agent.model.listing;

import dev.deft.json.Json;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// Reads fields of foreign documents; what is absent, of another type or nonsense counts as absent.
final class Lenient {

    /// No window or answer has more tokens.
    private static final long MOST_TOKENS = 1_000_000_000;

    private Lenient() {}

    static Json.Obj object(Json json, String name) {
        return json instanceof Json.Obj it
                        && it.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj found
                ? found
                : Json.Obj.EMPTY;
    }

    static List<Json> items(Json json, String name) {
        return json instanceof Json.Obj it
                        && it.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                ? all
                : List.of();
    }

    /// The first of several fields that has a number of tokens.
    static OptionalInt tokens(Json.Obj json, String... names) {
        for (String name : names) {
            if (json.find(name).orElse(Json.Null.VALUE) instanceof Json.Num number) {
                long value = number.asLong().orElse(0L);
                if (value > 0 && value <= MOST_TOKENS) {
                    return OptionalInt.of((int) value);
                }
            }
        }
        return OptionalInt.empty();
    }

    /// An amount that is not negative, also as text.
    static OptionalDouble amount(Json.Obj json, String name) {
        Json found = json.find(name).orElse(Json.Null.VALUE);
        try {
            double value =
                    switch (found) {
                        case Json.Num number -> number.asDouble();
                        case Json.Str(String text) when text.length() <= 40 ->
                                Double.parseDouble(text);
                        case Json.Str _, Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> -1;
                    };
            return value >= 0 && value < 1_000_000
                    ? OptionalDouble.of(value)
                    : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    static boolean isFalse(Json.Obj json, String name) {
        return json.find(name).orElse(Json.Null.VALUE) instanceof Json.Bool(boolean value)
                && !value;
    }

    /// Whether a list of texts exists and lacks one.
    static boolean lacks(Json.Obj json, String name, String text) {
        return json.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                && !all.contains(new Json.Str(text));
    }
}
