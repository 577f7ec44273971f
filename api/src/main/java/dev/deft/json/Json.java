package dev.deft.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A JSON value. Numbers keep their spelling, so reading and writing one loses nothing.
public sealed interface Json {

    /// An object; its fields keep their order.
    record Obj(Map<String, Json> fields) implements Json {

        public static final Obj EMPTY = new Obj(Map.of());

        public Obj {
            fields = Fields.of(fields);
        }

        public Optional<Json> find(String name) {
            return Optional.ofNullable(fields.get(name));
        }

        /// The text of a field, or nothing when it is absent or no string.
        public Optional<String> text(String name) {
            return find(name)
                    .flatMap(it ->
                            it instanceof Str(String value)
                                    ? Optional.of(value)
                                    : Optional.empty());
        }

        /// This object with one field more, or with that field replaced in its place.
        public Obj with(String name, Json value) {
            return new Obj(Fields.of(fields).with(name, value));
        }

        public Obj with(String name, String value) {
            return with(name, new Str(value));
        }

        /// The object with all fields of another; its fields replace those of the same name.
        public Obj withAll(Obj more) {
            var copy = new LinkedHashMap<>(fields);
            copy.putAll(more.fields);
            return new Obj(copy);
        }

        public Obj without(String name) {
            var copy = new LinkedHashMap<>(fields);
            copy.remove(name);
            return new Obj(copy);
        }

        /// The value as JSON text.
        @Override
        public String toString() {
            return Spelling.of(this);
        }
    }

    /// A list of values.
    record Arr(List<Json> items) implements Json {

        public Arr {
            items = List.copyOf(items);
        }

        public static Arr ofTexts(Iterable<String> texts) {
            var items = new ArrayList<Json>();
            texts.forEach(it -> items.add(new Str(it)));
            return new Arr(items);
        }

        /// The value as JSON text.
        @Override
        public String toString() {
            return Spelling.of(this);
        }
    }

    /// A piece of text.
    record Str(String value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return Spelling.of(this);
        }
    }

    /// A number, as it was spelled.
    record Num(String literal) implements Json {

        public static Num of(long value) {
            return new Num(Long.toString(value));
        }

        public static Num of(double value) {
            if (Double.isNaN(value) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("JSON has no number for " + value);
            }
            return new Num(
                    value == Math.rint(value) && Math.abs(value) < 1e15
                            ? Long.toString((long) value)
                            : Double.toString(value));
        }

        public double asDouble() {
            return Double.parseDouble(literal);
        }

        /// The value as a whole number, or nothing when it has a fraction or does not fit.
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
            return Spelling.of(this);
        }
    }

    /// True or false.
    record Bool(boolean value) implements Json {

        /// The value as JSON text.
        @Override
        public String toString() {
            return Spelling.of(this);
        }
    }

    /// The JSON `null`.
    record Null() implements Json {

        public static final Null VALUE = new Null();

        /// The value as JSON text.
        @Override
        public String toString() {
            return Spelling.of(this);
        }
    }

    /// What kind of value this is, in words a model understands.
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
