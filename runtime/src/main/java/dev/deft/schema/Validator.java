package dev.deft.schema;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks arguments against a shape and says what is wrong in words a model can act on: the
/// argument, what was given, what is expected.
public final class Validator {

    private static final int MOST_PROBLEMS = 5;
    private static final int LONGEST_QUOTE = 40;

    private final List<String> problems = new ArrayList<>();
    private int more;
    private final boolean fromMapper;

    private Validator(boolean fromMapper) {
        this.fromMapper = fromMapper;
    }

    /// Checks what a model sent.
    ///
    /// @return what is wrong, or nothing
    public static Optional<String> problem(Shape.Fields shape, Json.Obj arguments) {
        return new Validator(false).run(shape, arguments);
    }

    /// Checks what a dialect's mapper made, which may use the parameters that no model sees.
    public static Optional<String> problemWithMapped(Shape.Fields shape, Json.Obj arguments) {
        return new Validator(true).run(shape, arguments);
    }

    /// Whether a value is what a shape wants.
    static boolean fits(Shape shape, Json value) {
        var validator = new Validator(false);
        validator.check("", shape, value);
        return validator.problems.isEmpty();
    }

    private Optional<String> run(Shape.Fields shape, Json.Obj arguments) {
        fields("", shape, arguments);
        if (problems.isEmpty()) {
            return Optional.empty();
        }
        String shown = String.join("; ", problems);
        return Optional.of(more > 0 ? shown + "; and " + more + " more" : shown);
    }

    private void check(String at, Shape shape, Json value) {
        switch (shape) {
            case Shape.Fields fields when value instanceof Json.Obj object ->
                    fields(at, fields, object);
            case Shape.Dictionary(Shape each) when value instanceof Json.Obj object ->
                    object.fields().forEach((name, field) -> check(below(at, name), each, field));
            case Shape.Items(Shape item, Shape.Span count)
                    when value instanceof Json.Arr(List<Json> items) ->
                    items(at, shape, item, count, items);
            case Shape.Text(Shape.Span length, List<String> oneOf)
                    when value instanceof Json.Str(String text)
                            && length.contains(text.codePointCount(0, text.length()))
                            && (oneOf.isEmpty() || oneOf.contains(text)) -> {}
            case Shape.Whole(Shape.Span range)
                    when value instanceof Json.Num number
                            && isWhole(number)
                            && range.contains(number.asDouble()) -> {}
            case Shape.Decimal(Shape.Span range)
                    when value instanceof Json.Num number && range.contains(number.asDouble()) -> {}
            case Shape.Flag _ when value instanceof Json.Bool -> {}
            case Shape.Anything _ -> {}
            default -> wrong(at, shape, value);
        }
    }

    private static boolean isWhole(Json.Num number) {
        double value = number.asDouble();
        return value == Math.rint(value) && !Double.isInfinite(value);
    }

    private void items(String at, Shape shape, Shape item, Shape.Span count, List<Json> items) {
        if (!count.contains(items.size())) {
            problem("%s has %d entries; expected %s".formatted(at, items.size(), expected(shape)));
        }
        for (int i = 0; i < items.size(); i++) {
            check("%s[%d]".formatted(at, i), item, items.get(i));
        }
    }

    private static boolean isAmong(List<Shape.Field> known, String name) {
        for (Shape.Field field : known) {
            if (field.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void fields(String at, Shape.Fields shape, Json.Obj object) {
        Map<String, Json> given = object.fields();
        List<Shape.Field> known = fromMapper ? shape.fields() : shape.published();
        for (Shape.Field field : known) {
            Json value = given.get(field.name());
            if (value != null) {
                check(below(at, field.name()), field.shape(), value);
            } else if (field.required()) {
                problem(
                        "%s is missing; expected %s"
                                .formatted(below(at, field.name()), expected(field.shape())));
            }
        }
        for (String name : given.keySet()) {
            if (!isAmong(known, name)) {
                problem(unknown(below(at, name), known));
            }
        }
    }

    private static String unknown(String name, List<Shape.Field> known) {
        String names = known.stream().map(Shape.Field::name).collect(Collectors.joining(", "));
        return names.isEmpty()
                ? "%s is not known here; nothing is expected".formatted(quoted(name))
                : "%s is not known here; expected %s".formatted(quoted(name), names);
    }

    private void problem(String text) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(text);
        } else {
            more++;
        }
    }

    private void wrong(String at, Shape shape, Json value) {
        problem("%s is %s; expected %s".formatted(at, given(value), expected(shape)));
    }

    private static String given(Json value) {
        return switch (value) {
            case Json.Str(String text) -> "the string \"" + quoted(text) + "\"";
            case Json.Num(String literal) -> quoted(literal);
            case Json.Bool(boolean flag) -> Boolean.toString(flag);
            case Json.Obj _, Json.Arr _, Json.Null _ -> value.kind();
        };
    }

    private static String quoted(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_QUOTE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_QUOTE)) + "…";
    }

    private static String expected(Shape shape) {
        return switch (shape) {
            case Shape.Text(Shape.Span length, List<String> oneOf) ->
                    oneOf.isEmpty()
                            ? "a string" + span(length, " characters")
                            : "one of " + String.join(", ", oneOf);
            case Shape.Whole(Shape.Span range) -> "a whole number" + span(range, "");
            case Shape.Decimal(Shape.Span range) -> "a number" + span(range, "");
            case Shape.Flag _ -> "true or false";
            case Shape.Items(_, Shape.Span count) -> "an array" + span(count, " entries");
            case Shape.Fields _, Shape.Dictionary _ -> "an object";
            case Shape.Anything _ -> "a value";
        };
    }

    private static String span(Shape.Span span, String unit) {
        if (span.hasMin() && span.hasMax()) {
            return " of %d to %d%s".formatted(span.min(), span.max(), unit);
        }
        if (span.hasMin()) {
            return " of at least %d%s".formatted(span.min(), unit);
        }
        return span.hasMax() ? " of at most %d%s".formatted(span.max(), unit) : "";
    }

    private static String below(String at, String name) {
        return at.isEmpty() ? quoted(name) : at + "." + quoted(name);
    }
}
