package dev.deft.server.openapi;

import dev.deft.json.Json;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Shape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The schemas of records, each under a name of its own. Not thread-safe.
final class RecordSchemas {

    private static final String PREFIX = "#/components/schemas/";

    private final Map<String, Json> schemas = new TreeMap<>();
    private final Map<String, Class<?>> named = new HashMap<>();

    /// What a record is used for.
    private enum Use {
        /// A client sends it: unknown fields are refused.
        SENT,
        /// A client gets it: further fields may come with later versions.
        GOT
    }

    /// The schemas by their names.
    Json.Obj all() {
        return new Json.Obj(schemas);
    }

    /// Adds a schema that no record stands behind.
    ///
    /// @return a reference to it
    Json.Obj add(String name, Json.Obj schema) {
        schemas.putIfAbsent(name, schema);
        return reference(name);
    }

    /// A reference to what a client sends.
    Json.Obj sent(Class<? extends Record> type) {
        return of(type, Use.SENT);
    }

    /// A reference to what a client gets.
    Json.Obj got(Class<? extends Record> type) {
        return of(type, Use.GOT);
    }

    /// A reference to a page of a list.
    Json.Obj page(Class<? extends Record> type) {
        Json.Obj item = got(type);
        Json.Obj schema =
                object(
                        Map.of(
                                "items",
                                typed("array").with("items", item),
                                "next",
                                typed("string")
                                        .with(
                                                "description",
                                                "The `cursor` of the next page; absent on the last"
                                                        + " one.")),
                        List.of("items"));
        return add(name(type) + "Page", schema);
    }

    private static Json.Obj object(Map<String, Json> properties, List<String> required) {
        return typed("object")
                .with("properties", new Json.Obj(new TreeMap<>(properties)))
                .with("required", Json.Arr.ofTexts(required));
    }

    private static Json.Obj reference(String name) {
        return Json.Obj.EMPTY.with("$ref", PREFIX + name);
    }

    static Json.Obj typed(String type) {
        return Json.Obj.EMPTY.with("type", type);
    }

    private Json.Obj of(Class<?> type, Use use) {
        String name = name(type);
        if (!schemas.containsKey(name)) {
            schemas.put(name, Json.Obj.EMPTY);
            schemas.put(name, fields(type, use));
        }
        return reference(name);
    }

    /// The simple name, with that of the enclosing class where two records share it.
    private String name(Class<?> type) {
        String simple = type.getSimpleName();
        Class<?> first = named.computeIfAbsent(simple, _ -> type);
        if (first.equals(type)) {
            return simple;
        }
        Class<?> outer = type.getEnclosingClass();
        String longer = (outer == null ? type.getPackageName() : outer.getSimpleName()) + simple;
        Class<?> other = named.computeIfAbsent(longer, _ -> type);
        if (!other.equals(type)) {
            throw new IllegalArgumentException("two records are named " + longer);
        }
        return longer;
    }

    private Json.Obj fields(Class<?> type, Use use) {
        Shape.Fields shape = RecordShapes.of(type.asSubclass(Record.class));
        RecordComponent[] components = type.getRecordComponents();
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            Shape.Field field = shape.fields().get(i);
            Json.Obj schema = schema(components[i].getGenericType(), field.shape(), use);
            properties.put(
                    field.name(),
                    field.doc().isEmpty() ? schema : schema.with("description", field.doc()));
            if (field.required()) {
                required.add(field.name());
            }
        }
        Json.Obj object = typed("object").with("properties", new Json.Obj(properties));
        Json.Obj whole =
                required.isEmpty() ? object : object.with("required", Json.Arr.ofTexts(required));
        return use == Use.SENT ? whole.with("additionalProperties", new Json.Bool(false)) : whole;
    }

    /// The schema of a component; records in it are referred to.
    private Json.Obj schema(Type type, Shape shape, Use use) {
        if (type instanceof ParameterizedType generic) {
            Type[] inner = generic.getActualTypeArguments();
            if (generic.getRawType() == Optional.class) {
                return schema(inner[0], shape, use);
            }
            if (shape instanceof Shape.Items items) {
                return JsonSchema.write(shape).with("items", schema(inner[0], items.item(), use));
            }
            if (shape instanceof Shape.Dictionary values) {
                return JsonSchema.write(shape)
                        .with("additionalProperties", schema(inner[1], values.value(), use));
            }
        }
        if (type instanceof Class<?> plain && shape instanceof Shape.Fields) {
            return of(plain, use);
        }
        return JsonSchema.write(shape);
    }
}
