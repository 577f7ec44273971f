package dev.deft.agent.loop;

import dev.deft.codec.JsonText;
import dev.deft.codec.LocatedJson;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.resource.Resources;
import dev.deft.schema.ForeignSchema;
import dev.deft.schema.SchemaValidation;
import java.util.List;
import java.util.Optional;

/// A JSON Schema that the last answer of a run must fit.
///
/// The model is told the schema in its system prompt. If its answer does not fit, it is told why
/// and asked again, at most [#MOST_REPAIRS] times in a run.
public final class AnswerSchema {

    /// How often a model is asked again in one run.
    public static final int MOST_REPAIRS = 2;

    private final Json.Obj schema;

    private AnswerSchema(Json.Obj schema) {
        this.schema = schema;
    }

    /// Reads a schema.
    ///
    /// @param text a JSON Schema (2020-12) as JSON: an object
    /// @return the schema
    /// @throws IllegalArgumentException if it is not JSON, or no schema that can be checked; the
    ///   message says where
    public static AnswerSchema parse(String text) {
        LocatedJson located;
        try {
            located = LocatedJson.parse(text);
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("it is not JSON: " + e.getMessage(), e);
        }
        Optional<ForeignSchema.Mistake> mistake = ForeignSchema.mistakeOfAny(located);
        if (mistake.isPresent()) {
            throw new IllegalArgumentException(
                    "it is not a schema: %s (line %d, column %d)"
                            .formatted(
                                    mistake.get().problem(),
                                    mistake.get().position().line(),
                                    mistake.get().position().column()));
        }
        return new AnswerSchema((Json.Obj) located.value());
    }

    /// What an answer turned out to be.
    public sealed interface Reading {

        /// It has a value that fits.
        ///
        /// @param value the answer
        record Fitting(Json value) implements Reading {}

        /// It has none.
        ///
        /// @param why the first mistake, as a sentence
        record Unfit(String why) implements Reading {}
    }

    /// {@return the value of an answer}
    ///
    /// An answer is the JSON itself; a code block around it and words before and after it are
    /// tolerated. Of several values, the last one that fits is taken.
    ///
    /// @param answer the text of a model
    public Reading read(String answer) {
        List<Json> values = JsonInText.values(answer);
        if (values.isEmpty()) {
            return new Reading.Unfit(
                    answer.isBlank()
                            ? "there is no text."
                            : "it is not JSON. " + JsonInText.problem(answer));
        }
        Optional<String> first = Optional.empty();
        for (Json value : values) {
            Optional<String> problem = SchemaValidation.problem(schema, value, "the answer");
            if (problem.isEmpty()) {
                return new Reading.Fitting(value);
            }
            first = first.or(() -> problem);
        }
        return new Reading.Unfit(first.orElseThrow() + ".");
    }

    /// The part of the system prompt that tells the model about the schema.
    ///
    /// @return the text
    public String instructions() {
        return resource("answer-schema.md").replace("{schema}", JsonText.write(schema)).strip();
    }

    /// The message that asks for another answer.
    static String repair(String why) {
        return resource("answer-repair.md").replace("{why}", why).strip();
    }

    private static String resource(String name) {
        return Resources.text(AnswerSchema.class, name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AnswerSchema it && it.schema.equals(schema);
    }

    @Override
    public int hashCode() {
        return schema.hashCode();
    }

    @Override
    public String toString() {
        return JsonText.write(schema);
    }
}
