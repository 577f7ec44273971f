package dev.deft.schema;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Shapes, arguments that fit them, and arguments that may not.
final class RandomShapes {

    private final Random random;

    RandomShapes(Random random) {
        this.random = random;
    }

    Shape.Fields fields(int depth) {
        List<Shape.Field> fields = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            fields.add(new Shape.Field("f" + i, shape(depth), "doc", random.nextBoolean(), false));
        }
        return new Shape.Fields(fields);
    }

    private Shape shape(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 ->
                    new Shape.Text(
                            span(6), random.nextInt(4) == 0 ? List.of("", "a", "äö😀") : List.of());
            case 1 -> new Shape.Whole(span(20));
            case 2 -> new Shape.Decimal(span(20));
            case 3 -> new Shape.Flag();
            case 4 -> new Shape.Anything();
            case 5 -> new Shape.Items(shape(depth - 1), span(3));
            case 6 -> new Shape.Dictionary(shape(depth - 1));
            default -> fields(depth - 1);
        };
    }

    private Shape.Span span(int most) {
        if (random.nextInt(3) == 0) {
            return Shape.Span.ANY;
        }
        long min = random.nextInt(most);
        return new Shape.Span(min, min + random.nextInt(most));
    }

    Json.Obj fitting(Shape.Fields shape) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (Shape.Field field : shape.fields()) {
            if (field.required() || random.nextBoolean()) {
                fields.put(field.name(), fitting(field.shape()));
            }
        }
        return new Json.Obj(fields);
    }

    private Json fitting(Shape shape) {
        return switch (shape) {
            case Shape.Text(Shape.Span length, List<String> oneOf) ->
                    new Json.Str(
                            oneOf.isEmpty()
                                    ? "😀".repeat(count(length))
                                    : oneOf.get(random.nextInt(oneOf.size())));
            case Shape.Whole(Shape.Span range) -> Json.Num.of(count(range));
            case Shape.Decimal(Shape.Span range) ->
                    new Json.Num(count(range) + (random.nextBoolean() ? ".0" : ""));
            case Shape.Flag _ -> new Json.Bool(random.nextBoolean());
            case Shape.Items(Shape item, Shape.Span count) -> {
                List<Json> items = new ArrayList<>();
                for (int i = count(count); i > 0; i--) {
                    items.add(fitting(item));
                }
                yield new Json.Arr(items);
            }
            case Shape.Fields fields -> fitting(fields);
            case Shape.Dictionary(Shape value) -> new Json.Obj(Map.of("any", fitting(value)));
            case Shape.Anything _ -> anything();
        };
    }

    private int count(Shape.Span span) {
        return span.equals(Shape.Span.ANY)
                ? random.nextInt(4)
                : (int) (span.min() + random.nextInt((int) (span.max() - span.min()) + 1));
    }

    private Json anything() {
        return switch (random.nextInt(7)) {
            case 0 -> Json.Null.VALUE;
            case 1 -> new Json.Bool(true);
            case 2 ->
                    new Json.Num(
                            List.of("0", "-1", "3.5", "1e3", "7.0", "100000000000000000000")
                                    .get(random.nextInt(6)));
            case 3 ->
                    new Json.Str(
                            List.of("", "a", "1", "äö😀", "x".repeat(50)).get(random.nextInt(5)));
            case 4 -> new Json.Arr(List.of(new Json.Str("a")));
            case 5 -> Json.Obj.EMPTY;
            default -> new Json.Obj(Map.of("f0", new Json.Str("b")));
        };
    }

    Json.Obj damaged(Json.Obj arguments) {
        String name = "f" + random.nextInt(6);
        return random.nextInt(3) == 0 ? arguments.without(name) : arguments.with(name, anything());
    }
}
