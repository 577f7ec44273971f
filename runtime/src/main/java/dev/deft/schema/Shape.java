package dev.deft.schema;

import java.util.ArrayList;
import java.util.List;

/// What a JSON value must look like. The part of JSON Schema that parameters need, as types.
public sealed interface Shape {

    /// A text.
    ///
    /// @param oneOf the only texts allowed; empty for any
    record Text(Span length, List<String> oneOf) implements Shape {

        public Text {
            oneOf = List.copyOf(oneOf);
        }
    }

    /// A whole number.
    record Whole(Span range) implements Shape {}

    /// Any number.
    record Decimal(Span range) implements Shape {}

    /// True or false.
    record Flag() implements Shape {}

    /// A list.
    record Items(Shape item, Span count) implements Shape {}

    /// An object with known fields and no others.
    record Fields(List<Field> fields) implements Shape {

        public Fields {
            fields = List.copyOf(fields);
        }

        /// The fields a model may use.
        public List<Field> published() {
            List<Field> published = new ArrayList<>(fields.size());
            for (Field field : fields) {
                if (!field.dialectOnly()) {
                    published.add(field);
                }
            }
            return List.copyOf(published);
        }
    }

    /// An object with any fields, all of one shape.
    record Dictionary(Shape value) implements Shape {}

    /// Whatever it is.
    record Anything() implements Shape {}

    /// A field of an object.
    record Field(String name, Shape shape, String doc, boolean required, boolean dialectOnly) {}

    /// From where to where a number, a length or a count may go; the ends are inside.
    record Span(long min, long max) {

        public static final Span ANY = new Span(Long.MIN_VALUE, Long.MAX_VALUE);

        public boolean contains(double value) {
            return (min == Long.MIN_VALUE || value >= min)
                    && (max == Long.MAX_VALUE || value <= max);
        }

        public boolean hasMin() {
            return min != Long.MIN_VALUE;
        }

        public boolean hasMax() {
            return max != Long.MAX_VALUE;
        }
    }
}
