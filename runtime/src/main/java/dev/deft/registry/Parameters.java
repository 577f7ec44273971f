package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.schema.JsonSchema;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Shape;
import dev.deft.schema.Validator;
import java.util.Optional;

/// The parameters of a tool.
public sealed interface Parameters {

    /// The JSON Schema for models.
    Json.Obj schema();

    /// The shape; empty for a foreign schema.
    Optional<Shape.Fields> fields();

    /// Validates arguments.
    ///
    /// @return the error, or empty if they are valid
    Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign);

    /// The parameters of the record of the tool.
    record OfRecord(Class<? extends Record> type) implements Parameters {

        @Override
        public Json.Obj schema() {
            return JsonSchema.write(RecordShapes.of(type));
        }

        @Override
        public Optional<Shape.Fields> fields() {
            return Optional.of(RecordShapes.of(type));
        }

        /// Skips deriving the shape for empty arguments, since reading annotations costs start-up
        /// time.
        @Override
        public Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign) {
            return arguments.fields().isEmpty() && RecordShapes.mayBeEmpty(type)
                    ? Optional.empty()
                    : Validator.problem(RecordShapes.of(type), arguments);
        }
    }

    /// The parameters in a dialect table.
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
            return Validator.problem(shape, arguments);
        }
    }

    /// A foreign schema, such as of a program.
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

    /// A foreign schema whose owner validates the arguments, such as an MCP server. They reach it
    /// as they were written.
    record Remote(Json.Obj schema) implements Parameters {

        @Override
        public Optional<Shape.Fields> fields() {
            return Optional.empty();
        }

        @Override
        public Optional<String> validationError(Json.Obj arguments, ForeignSchemas foreign) {
            return Optional.empty();
        }
    }
}
