package dev.deft.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An immutable JSON value. Numbers keep their literal form, so reading and writing them is
/// lossless. `toString` returns JSON.
public sealed interface Json {

    /// An object.
    ///
    /// @param fields in order
    record Obj(Map<String, Json> fields) implements Json {

        /// An object without fields.
        public static final Obj EMPTY = new Obj(Map.of());

        /// Copies the fields.
        public Obj {
            fields = Fields.of(fields);
        }

        /// {@return an object with Java values, converted as by [Json#of]}
        ///
        /// @param values by name, in order
        /// @throws IllegalArgumentException if a value cannot be converted
        public static Obj of(Map<String, ?> values) {
            return JsonValues.object(values);
        }

        /// {@return the value of a field; empty if it is absent}
        ///
        /// @param name of the field
        public Optional<Json> find(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /// {@return the text of a field; empty if it is absent or not a string}
        ///
        /// @param name of the field
        public Optional<String> text(String name) {
            return find(name)
                    .flatMap(it ->
                            it instanceof Str(String value)
                                    ? Optional.of(value)
                                    : Optional.empty());
        }

        /// {@return this object with a field added or replaced}
        ///
        /// @param name of the field
        /// @param value of the field
        public Obj with(String name, Json value) {
            return new Obj(Fields.of(fields).with(name, value));
        }

        /// {@return this object with a text field added or replaced}
        ///
        /// @param name of the field
        /// @param value of the field
        public Obj with(String name, String value) {
            return with(name, new Str(value));
        }

        /// {@return this object with all fields of another, which replace fields of the same name}
        ///
        /// @param more the other object
        public Obj withAll(Obj more) {
            var copy = new LinkedHashMap<>(fields);
            copy.putAll(more.fields);
            return new Obj(copy);
        }

        /// {@return this object without a field}
        ///
        /// @param name of the field, which may be absent
        public Obj without(String name) {
            var copy = new LinkedHashMap<>(fields);
            copy.remove(name);
            return new Obj(copy);
        }

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// An array.
    ///
    /// @param items in order
    record Arr(List<Json> items) implements Json {

        /// Copies the list.
        public Arr {
            items = List.copyOf(items);
        }

        /// {@return an array of strings}
        ///
        /// @param texts in order
        public static Arr ofTexts(Iterable<String> texts) {
            var items = new ArrayList<Json>();
            texts.forEach(it -> items.add(new Str(it)));
            return new Arr(items);
        }

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// A string.
    ///
    /// @param value the text, unescaped
    record Str(String value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// A number.
    ///
    /// @param literal its JSON form
    record Num(String literal) implements Json {

        /// {@return a whole number}
        ///
        /// @param value of the number
        public static Num of(long value) {
            return new Num(Long.toString(value));
        }

        /// {@return a number; whole numbers have no fraction}
        ///
        /// @param value of the number
        /// @throws IllegalArgumentException if it is infinite or not a number
        public static Num of(double value) {
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("JSON has no number for " + value);
            }
            return new Num(
                    value == Math.rint(value) && Math.abs(value) < 1e15
                            ? Long.toString((long) value)
                            : Double.toString(value));
        }

        /// {@return the nearest `double`}
        public double asDouble() {
            return Double.parseDouble(literal);
        }

        /// {@return the value as a `long`; empty if it has a fraction or is too large}
        ///
        /// `3.0` and `3e2` are whole numbers, as in JSON Schema.
        public Optional<Long> asLong() {
            try {
                return Optional.of(Long.parseLong(literal));
            } catch (NumberFormatException unused) {
                double value = asDouble();
                boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
                return whole ? Optional.of((long) value) : Optional.empty();
            }
        }

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// A boolean.
    ///
    /// @param value true or false
    record Bool(boolean value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// The JSON `null`.
    record Null() implements Json {

        /// The only instance needed.
        public static final Null VALUE = new Null();

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// {@return a Java value as JSON}
    ///
    /// @param value a text, a number, a boolean, an enum constant, a list or map of these, or JSON
    /// @throws IllegalArgumentException if it is anything else
    static Json of(Object value) {
        return JsonValues.of(value);
    }

    /// {@return the kind of this value with its article, such as `an object`}
    default String kind() {
        return switch (this) {
            case Obj unused -> "an object";
            case Arr unused -> "an array";
            case Str unused -> "a string";
            case Num unused -> "a number";
            case Bool unused -> "a boolean";
            case Null unused -> "null";
        };
    }
}
