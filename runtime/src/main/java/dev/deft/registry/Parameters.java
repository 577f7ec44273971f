package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Shape;
import dev.deft.schema.Validator;
import java.util.Optional;

/// What the arguments of a tool must look like, and where that is written down.
public sealed interface Parameters {

    /// The definition a model gets, as JSON Schema.
    Json.Obj schema();

    /// The shape, where it is known as one.
    Optional<Shape.Fields> fields();

    /// What is wrong with arguments, or nothing.
    Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign);

    /// Derived from the parameter record of the tool.
    record OfRecord(Class<? extends Record> type) implements Parameters {

        @Override
        public Json.Obj schema() {
            return JsonSchema.write(RecordShapes.of(type));
        }

        @Override
        public Optional<Shape.Fields> fields() {
            return Optional.of(RecordShapes.of(type));
        }

        /// No arguments where none are needed: then the shape is not even derived, which reads
        /// annotations and costs a tenth of a start.
        @Override
        public Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign) {
            return arguments.fields().isEmpty() && RecordShapes.mayBeEmpty(type)
                    ? Optional.empty()
                    : Validator.complaint(RecordShapes.of(type), arguments);
        }
    }

    /// Written in the table of a dialect.
    record OfTable(Shape.Fields shape) implements Parameters {

        @Override
        public Json.Obj schema() {
            return JsonSchema.write(shape);
        }

        @Override
        public Optional<Shape.Fields> fields() {
            return Optional.of(shape);
        }

        @Override
        public Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign) {
            return Validator.complaint(shape, arguments);
        }
    }

    /// Given by somebody else, such as an MCP server.
    record Foreign(Json.Obj schema) implements Parameters {

        @Override
        public Optional<Shape.Fields> fields() {
            return Optional.empty();
        }

        @Override
        public Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign) {
            return foreign.validationError(schema, arguments);
        }
    }
}
