package dev.deft.codec;

import dev.deft.json.Json;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Converts records to JSON objects and back. An empty `Optional` is an absent field.
///
/// Reading expects valid objects: the schema must be checked before.
public final class Records {

    private static final ClassValue<Layout> LAYOUTS =
            new ClassValue<>() {
                @Override
                protected Layout computeValue(Class<?> type) {
                    return Layout.of(type);
                }
            };

    private Records() {}

    public static Json.Obj write(Record value) {
        Layout layout = LAYOUTS.get(value.getClass());
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(layout.names.length);
        for (int i = 0; i < layout.names.length; i++) {
            String name = layout.names[i];
            Optional<Json> field = json(layout.get(i, value));
            if (field.isPresent()) {
                fields.put(name, field.get());
            }
        }
        return new Json.Obj(fields);
    }

    /// A chain of `instanceof`, since a pattern switch adds a millisecond to start-up.
    private static Optional<Json> json(Object value) {
        if (value instanceof Optional<?> maybe) {
            return maybe.flatMap(Records::json);
        }
        if (value instanceof String text) {
            return Optional.of(new Json.Str(text));
        }
        if (value instanceof Number number) {
            return Optional.of(
                    number instanceof Double d ? Json.Num.of(d) : new Json.Num(number.toString()));
        }
        if (value instanceof Boolean flag) {
            return Optional.of(new Json.Bool(flag));
        }
        if (value instanceof Json json) {
            return Optional.of(json);
        }
        if (value instanceof Enum<?> constant) {
            return Optional.of(new Json.Str(JsonNames.json(constant)));
        }
        return compound(value);
    }

    private static Optional<Json> compound(Object value) {
        if (value instanceof List<?> list) {
            List<Json> items = new ArrayList<>(list.size());
            for (Object item : list) {
                Optional<Json> json = json(item);
                if (json.isPresent()) {
                    items.add(json.get());
                }
            }
            return Optional.of(new Json.Arr(items));
        }
        if (value instanceof Record nested) {
            return Optional.of(write(nested));
        }
        if (value instanceof Map<?, ?> map) {
            return Optional.of(object(map));
        }
        if (value instanceof OptionalInt maybe) {
            return maybe.isPresent()
                    ? Optional.of(Json.Num.of(maybe.getAsInt()))
                    : Optional.empty();
        }
        if (value instanceof OptionalLong maybe) {
            return maybe.isPresent()
                    ? Optional.of(Json.Num.of(maybe.getAsLong()))
                    : Optional.empty();
        }
        if (value instanceof OptionalDouble maybe) {
            return maybe.isPresent()
                    ? Optional.of(Json.Num.of(maybe.getAsDouble()))
                    : Optional.empty();
        }
        throw new IllegalArgumentException("no JSON for " + value.getClass().getName());
    }

    private static Json.Obj object(Map<?, ?> map) {
        Map<String, Json> fields = LinkedHashMap.newLinkedHashMap(map.size());
        map.forEach((name, value) -> json(value).ifPresent(it -> fields.put(name.toString(), it)));
        return new Json.Obj(fields);
    }

    public static <T extends Record> T read(Class<T> type, Json.Obj object) {
        Layout layout = LAYOUTS.get(type);
        var arguments = new Object[layout.names.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = java(layout.types[i], object.find(layout.names[i]));
        }
        return type.cast(layout.create(arguments));
    }

    private static Object java(Type type, Optional<Json> given) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic, given);
        }
        Class<?> target = (Class<?>) type;
        if (target == OptionalInt.class) {
            return given.map(it -> OptionalInt.of(toInt(it))).orElse(OptionalInt.empty());
        }
        if (target == OptionalLong.class) {
            return given.map(it -> OptionalLong.of(toLong(it))).orElse(OptionalLong.empty());
        }
        if (target == OptionalDouble.class) {
            return given.map(it -> OptionalDouble.of(((Json.Num) it).asDouble()))
                    .orElse(OptionalDouble.empty());
        }
        return plain(
                target,
                given.orElseThrow(
                        () -> new IllegalArgumentException("a value is missing for " + target)));
    }

    private static Object generic(ParameterizedType type, Optional<Json> given) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] inner = type.getActualTypeArguments();
        if (raw == Optional.class) {
            return given.map(it -> java(inner[0], Optional.of(it)));
        }
        if (raw == List.class) {
            List<Json> items = given.map(it -> ((Json.Arr) it).items()).orElse(List.of());
            return items.stream().map(it -> java(inner[0], Optional.of(it))).toList();
        }
        if (raw == Map.class) {
            var map = new LinkedHashMap<String, Object>();
            given.ifPresent(it ->
                    ((Json.Obj) it)
                            .fields()
                            .forEach((name, value) ->
                                    map.put(name, java(inner[1], Optional.of(value)))));
            return map;
        }
        throw new IllegalArgumentException("no JSON for " + type);
    }

    private static Object plain(Class<?> type, Json value) {
        if (Json.class.isAssignableFrom(type)) {
            return type.cast(value);
        }
        if (type.isRecord()) {
            return read(type.asSubclass(Record.class), (Json.Obj) value);
        }
        if (type.isEnum()) {
            return constant(type, ((Json.Str) value).value());
        }
        if (type == String.class && value instanceof Json.Str(String text)) {
            return text;
        }
        if ((type == boolean.class || type == Boolean.class)
                && value instanceof Json.Bool(boolean flag)) {
            return flag;
        }
        if (value instanceof Json.Num number) {
            return number(type, number);
        }
        throw new IllegalArgumentException(value.kind() + " does not fit " + type.getName());
    }

    private static Object number(Class<?> type, Json.Num value) {
        if (type == int.class || type == Integer.class) {
            return toInt(value);
        }
        if (type == long.class || type == Long.class) {
            return toLong(value);
        }
        if (type == double.class || type == Double.class) {
            return value.asDouble();
        }
        throw new IllegalArgumentException("a number does not fit " + type.getName());
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(it -> JsonNames.json((Enum<?>) it).equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(name + " is not a " + type.getName()));
    }

    /// Clamps numbers to the range of `int`, since every `int` is a limit.
    private static int toInt(Json value) {
        return Math.clamp(toLong(value), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static long toLong(Json value) {
        var number = (Json.Num) value;
        return number.asLong().orElseGet(() -> (long) number.asDouble());
    }

    /// The components and the constructor of a record class, found once by reflection.
    private static final class Layout {

        private final String[] names;
        private final Type[] types;
        private final RecordComponent[] components;
        private final Constructor<?> constructor;

        private Layout(RecordComponent[] components, Constructor<?> constructor) {
            this.components = components;
            this.constructor = constructor;
            this.names =
                    Arrays.stream(components)
                            .map(it -> JsonNames.json(it.getName()))
                            .toArray(String[]::new);
            this.types =
                    Arrays.stream(components)
                            .map(RecordComponent::getGenericType)
                            .toArray(Type[]::new);
        }

        static Layout of(Class<?> type) {
            RecordComponent[] components = type.getRecordComponents();
            List<Class<?>> parameters = new ArrayList<>();
            for (RecordComponent component : components) {
                parameters.add(component.getType());
                component.getAccessor().setAccessible(true);
            }
            try {
                Constructor<?> constructor =
                        type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return new Layout(components, constructor);
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException(type + " is not a record", e);
            }
        }

        Object get(int index, Record value) {
            try {
                return components[index].getAccessor().invoke(value);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + components[index], e);
            }
        }

        Object create(Object[] arguments) {
            try {
                return constructor.newInstance(arguments);
            } catch (InvocationTargetException e) {
                throw new IllegalArgumentException(
                        String.valueOf(e.getTargetException().getMessage()), e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "cannot create a " + constructor.getDeclaringClass(), e);
            }
        }
    }
}
