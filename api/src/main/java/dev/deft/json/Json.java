package dev.deft.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON value. Numbers keep their spelling, so reading and writing one loses nothing. Values
/// never change and may be shared between threads; their text form is JSON.
public sealed interface Json {

    /// An object.
    ///
    /// @param fields in their order
    record Obj(Map<String, Json> fields) implements Json {

        /// An object without fields.
        public static final Obj EMPTY = new Obj(Map.of());

        /// Copies the fields.
        public Obj {
            fields = Fields.of(fields);
        }

        /// {@return an object made of values of a program, as [Json#of] takes them}
        ///
        /// @param values by their names, in their order
        /// @throws IllegalArgumentException when one of them has no form in JSON
        public static Obj of(Map<String, ?> values) {
            return JsonValues.object(values);
        }

        /// {@return the value of a field; nothing when it is absent}
        ///
        /// @param name of the field
        public Optional<Json> find(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /// {@return the text of a field; nothing when it is absent or no string}
        ///
        /// @param name of the field
        public Optional<String> text(String name) {
            return find(name)
                    .flatMap(it ->
                            it instanceof Str(String value)
                                    ? Optional.of(value)
                                    : Optional.empty());
        }

        /// {@return this object with one field more, or with that field replaced in its place}
        ///
        /// @param name of the field
        /// @param value its new value
        public Obj with(String name, Json value) {
            return new Obj(Fields.of(fields).with(name, value));
        }

        /// {@return this object with a text as one field more, or with that field replaced in its
        /// place}
        ///
        /// @param name of the field
        /// @param value its new text
        public Obj with(String name, String value) {
            return with(name, new Str(value));
        }

        /// {@return this object with all fields of another, which replace those of the same name}
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

    /// A list of values.
    ///
    /// @param items in their order
    record Arr(List<Json> items) implements Json {

        /// Copies the list.
        public Arr {
            items = List.copyOf(items);
        }

        /// {@return a list of strings}
        ///
        /// @param texts in their order
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

    /// A piece of text.
    ///
    /// @param value the text itself, without quotes
    record Str(String value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// A number, as it was spelled.
    ///
    /// @param literal must be a number in JSON's spelling
    record Num(String literal) implements Json {

        /// {@return a whole number}
        ///
        /// @param value to spell
        public static Num of(long value) {
            return new Num(Long.toString(value));
        }

        /// {@return a number, without a fraction where it has none}
        ///
        /// @param value to spell
        /// @throws IllegalArgumentException when it is infinite or not a number
        public static Num of(double value) {
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("JSON has no number for " + value);
            }
            return new Num(
                    value == Math.rint(value) && Math.abs(value) < 1e15
                            ? Long.toString((long) value)
                            : Double.toString(value));
        }

        /// {@return the nearest value of the type `double`}
        public double asDouble() {
            return Double.parseDouble(literal);
        }

        /// {@return the value as a whole number, or nothing when it has a fraction or does not fit}
        ///
        /// `3.0` and `3e2` are whole numbers, as JSON Schema sees them.
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

    /// True or false.
    ///
    /// @param value which of them
    record Bool(boolean value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// The JSON `null`.
    record Null() implements Json {

        /// The only one that is needed.
        public static final Null VALUE = new Null();

        /// The value as JSON text.
        @Override
        public String toString() {
            return JsonWriter.of(this);
        }
    }

    /// {@return a value of a program as JSON}
    ///
    /// @param value a text, a number, a boolean, a constant of an enum, a list or a map of these,
    ///   or JSON already
    /// @throws IllegalArgumentException when it is anything else
    static Json of(Object value) {
        return JsonValues.of(value);
    }

    /// {@return what kind of value this is, in words a model understands, such as `an object`}
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
