package dev.deft.schema;

import dev.deft.codec.JsonNames;
import dev.deft.json.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Derives the shape of arguments from a parameter record: an `Optional` or a `Map` may be left
/// out.
public final class RecordShapes {

    private static final ClassValue<Shape.Fields> KNOWN =
            new ClassValue<>() {
                @Override
                protected Shape.Fields computeValue(Class<?> type) {
                    return derive(type);
                }
            };

    private RecordShapes() {}

    public static Shape.Fields of(Class<? extends Record> type) {
        return KNOWN.get(type);
    }

    /// Whether no argument is needed, judging by the types alone.
    public static boolean mayBeEmpty(Class<? extends Record> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (required(component.getType())) {
                return false;
            }
        }
        return true;
    }

    private static Shape.Fields derive(Class<?> type) {
        List<ComponentNotes> notes = ComponentNotes.of(type);
        RecordComponent[] components = type.getRecordComponents();
        List<Shape.Field> fields = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            fields.add(field(components[i], notes.get(i)));
        }
        return new Shape.Fields(fields);
    }

    private static Shape.Field field(RecordComponent component, ComponentNotes notes) {
        return new Shape.Field(
                JsonNames.json(component.getName()),
                shape(component.getGenericType(), new Shape.Span(notes.min(), notes.max())),
                notes.doc(),
                required(component.getType()) && !notes.dialectOnly(),
                notes.dialectOnly());
    }

    private static boolean required(Class<?> type) {
        return !List.of(
                        Optional.class,
                        OptionalInt.class,
                        OptionalLong.class,
                        OptionalDouble.class,
                        Map.class)
                .contains(type);
    }

    private static Shape shape(Type type, Shape.Span span) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic, span);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord() && !Json.class.isAssignableFrom(plain)) {
            return derive(plain);
        }
        if (plain.isEnum()) {
            List<String> names =
                    Arrays.stream(plain.getEnumConstants())
                            .map(it -> JsonNames.json((Enum<?>) it))
                            .toList();
            return new Shape.Text(Shape.Span.ANY, names);
        }
        if (plain == Json.Obj.class) {
            return new Shape.Dictionary(new Shape.Anything());
        }
        if (plain == Json.class) {
            return new Shape.Anything();
        }
        return switch (plain.getSimpleName()) {
            case "String" -> new Shape.Text(span, List.of());
            case "int", "Integer", "long", "Long", "OptionalInt", "OptionalLong" ->
                    new Shape.Whole(span);
            case "double", "Double", "OptionalDouble" -> new Shape.Decimal(span);
            case "boolean", "Boolean" -> new Shape.Flag();
            default ->
                    throw new IllegalArgumentException(
                            "a parameter cannot be a " + plain.getName());
        };
    }

    private static Shape generic(ParameterizedType type, Shape.Span span) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] inner = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return shape(inner[0], span);
        }
        if (raw == List.class) {
            return new Shape.Items(shape(inner[0], Shape.Span.ANY), span);
        }
        if (raw == Map.class) {
            return new Shape.Dictionary(shape(inner[1], Shape.Span.ANY));
        }
        throw new IllegalArgumentException("a parameter cannot be a " + type);
    }
}
