package dev.deft.schema;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Converts arguments that nearly fit a shape: a number written as a string, a list sent as JSON
/// text, an argument under a well-known other name.
///
/// Only for arguments that do not fit. A conversion is made only where it loses nothing and its
/// result fits; each one is noted. Whatever is left is for the [Validator] to complain about.
public final class Coercion {

    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9]\\d{0,17})(\\.\\d{1,17})?([eE][+-]?\\d{1,3})?");

    private final List<String> notes = new ArrayList<>();

    private Coercion() {}

    /// Arguments after conversion.
    ///
    /// @param notes what was converted, a sentence for each; empty where nothing was
    public record Coerced(Json.Obj arguments, List<String> notes) {

        public Coerced {
            notes = List.copyOf(notes);
        }
    }

    /// Converts what can be converted.
    public static Coerced of(Shape.Fields shape, Json.Obj arguments) {
        var coercion = new Coercion();
        Json.Obj fitting = coercion.fields("", shape, arguments);
        return new Coerced(fitting, coercion.notes);
    }

    /// The object that came as JSON text inside a string.
    public static Optional<Json.Obj> object(Json.Str given) {
        return unpacked(given);
    }

    private static Optional<Json.Obj> unpacked(Json given) {
        return parsed(given).filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast);
    }

    private static Optional<Json> parsed(Json given) {
        if (!(given instanceof Json.Str(String text))) {
            return Optional.empty();
        }
        String words = text.strip();
        if (!words.startsWith("{") && !words.startsWith("[")) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonText.parse(words));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private Json.Obj fields(String at, Shape.Fields shape, Json.Obj object) {
        Map<String, Json> named = named(at, shape, object.fields());
        Map<String, Json> all = new LinkedHashMap<>();
        named.forEach((name, value) -> {
            Optional<Shape.Field> field = find(shape, name);
            String here = at + name;
            if (field.filter(it -> isLeftOut(it, value)).isPresent()) {
                notes.add(here + " was null and counts as left out");
            } else {
                all.put(name, field.map(it -> value(here, it.shape(), value)).orElse(value));
            }
        });
        return new Json.Obj(all);
    }

    private static boolean isLeftOut(Shape.Field field, Json value) {
        return !field.required()
                && value instanceof Json.Null
                && !Validator.fits(field.shape(), value);
    }

    private static Optional<Shape.Field> find(Shape.Fields shape, String name) {
        return shape.published().stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /// The same arguments under the names this shape has for them. The shape's own names win: one
    /// that is given is not given again under another name, unless with the same value.
    private Map<String, Json> named(String at, Shape.Fields shape, Map<String, Json> given) {
        Map<String, Json> named = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (find(shape, name).isPresent()) {
                named.put(name, value);
            }
        });
        given.forEach((name, value) -> {
            if (find(shape, name).isPresent()) {
                return;
            }
            Optional<String> meant =
                    Synonyms.meant(name, shape.published(), it -> !isOther(named.get(it), value));
            meant.ifPresent(it -> notes.add(at + name + " was read as " + at + it));
            named.put(meant.orElse(name), value);
        });
        return named;
    }

    private static boolean isOther(@Nullable Json present, Json value) {
        return present != null && !present.equals(value);
    }

    private Json value(String at, Shape shape, Json value) {
        if (shape instanceof Shape.Fields inner && value instanceof Json.Obj object) {
            return fields(at + ".", inner, object);
        }
        if (shape instanceof Shape.Items(Shape item, Shape.Span _)
                && value instanceof Json.Arr(List<Json> items)) {
            return items(at, item, items);
        }
        if (Validator.fits(shape, value)) {
            return value;
        }
        int before = notes.size();
        Optional<Json> fitting =
                converted(at, shape, value).filter(it -> Validator.fits(shape, it));
        if (fitting.isEmpty()) {
            notes.subList(before, notes.size()).clear();
            return value;
        }
        return noted(at, value, fitting.get());
    }

    private Json.Arr items(String at, Shape item, List<Json> items) {
        List<Json> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            all.add(value("%s[%d]".formatted(at, i), item, items.get(i)));
        }
        return new Json.Arr(all);
    }

    private Json noted(String at, Json from, Json to) {
        notes.add(
                to instanceof Json.Str(String word) && from instanceof Json.Str
                        ? "%s was read as %s".formatted(at, word)
                        : "%s was %s and was read as %s".formatted(at, from.kind(), to.kind()));
        return to;
    }

    private Optional<Json> converted(String at, Shape shape, Json value) {
        return switch (shape) {
            case Shape.Whole _ -> number(value).filter(it -> it.asLong().isPresent()).map(it -> it);
            case Shape.Decimal _ -> number(value).map(it -> it);
            case Shape.Flag _ -> flag(value);
            case Shape.Text(Shape.Span _, List<String> oneOf) -> text(value, oneOf);
            case Shape.Items(Shape item, Shape.Span _) -> Optional.of(list(at, item, value));
            case Shape.Fields inner -> unpacked(value).map(it -> fields(at + ".", inner, it));
            case Shape.Dictionary _ -> unpacked(value).map(it -> it);
            case Shape.Anything _ -> Optional.empty();
        };
    }

    private static Optional<Json.Num> number(Json value) {
        return value instanceof Json.Str(String text) && NUMBER.matcher(text.strip()).matches()
                ? Optional.of(new Json.Num(text.strip()))
                : Optional.empty();
    }

    private static Optional<Json> flag(Json value) {
        if (!(value instanceof Json.Str(String text))) {
            return Optional.empty();
        }
        return switch (text.strip()) {
            case "true", "True", "TRUE" -> Optional.of(new Json.Bool(true));
            case "false", "False", "FALSE" -> Optional.of(new Json.Bool(false));
            default -> Optional.empty();
        };
    }

    /// One of the known words in another spelling.
    private static Optional<Json> text(Json value, List<String> oneOf) {
        if (value instanceof Json.Str(String text)) {
            List<String> alike = oneOf.stream().filter(it -> Synonyms.alike(it, text)).toList();
            return alike.size() == 1
                    ? Optional.of(new Json.Str(alike.getFirst()))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    /// A list sent as JSON text, or a single value where a list of it is expected.
    private Json list(String at, Shape item, Json value) {
        Json plain = parsed(value).orElse(value);
        return plain instanceof Json.Arr(List<Json> items)
                ? items(at, item, items)
                : items(at, item, List.of(Validator.fits(item, value) ? value : plain));
    }
}
