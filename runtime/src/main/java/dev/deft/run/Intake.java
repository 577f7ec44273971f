package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.codec.Records;
import dev.deft.host.ErrorCode;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.reference.NamedResults;
import dev.deft.reference.PassedReference;
import dev.deft.reference.ReferenceArguments;
import dev.deft.reference.RefsTool;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ForeignSchemas;
import dev.deft.registry.Parameters;
import dev.deft.schema.Coercion;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Validator;
import dev.deft.script.ParsedScripts;
import dev.deft.script.RecentScripts;
import dev.deft.tool.Capability;
import dev.deft.tool.Raw;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult.Failure;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The first step of the pipeline: finds the tool and validates the arguments.
final class Intake {

    private static final Touch NOTHING = new Touch(Capability.NONE, Touch.NOTHING);

    private final Dialect dialect;
    private final ForeignSchemas foreign;
    private final Supplier<Map<String, String>> variables;
    private final NamedResults references;
    private final RecentScripts recentScripts = new RecentScripts();

    /// @param variables of the session, which affect what scripts do
    /// @param references results that stand for their names in arguments
    Intake(
            Dialect dialect,
            ForeignSchemas foreign,
            Supplier<Map<String, String>> variables,
            NamedResults references) {
        this.references = references;
        this.dialect = dialect;
        this.foreign = foreign;
        this.variables = variables;
    }

    Optional<DialectTool> resolve(String name) {
        return dialect.find(name).or(() -> inAnotherCase(name));
    }

    private Optional<DialectTool> inAnotherCase(String name) {
        return dialect.tools().stream()
                .filter(it -> it.name().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    Failure unknown(String name) {
        List<String> names = dialect.tools().stream().map(DialectTool::name).toList();
        String nearest = String.join(", ", NearestNames.of(name, names));
        return failure(
                ErrorCode.UNKNOWN_TOOL,
                "There is no tool %s. The nearest are: %s."
                        .formatted(NearestNames.quoted(name), nearest));
    }

    Accepted accept(ToolCall call, DialectTool shown, WorkspaceFiles files) throws IOException {
        if (shown.unavailable().isPresent()) {
            return new Rejected(
                    failure(
                            ErrorCode.UNAVAILABLE,
                            shown.name() + " is not available: " + shown.unavailable().get()));
        }
        ReferenceArguments.Replaced given;
        Coercion.Coerced arguments;
        try {
            Json received = received(call);
            given = replaced(shown.tool(), object(received));
            if (given.problem().isPresent()) {
                return new Rejected(given.problem().get());
            }
            arguments = validated(shown, received, given.arguments());
        } catch (JsonSyntaxException e) {
            return rejected(shown, "the arguments are not JSON: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return rejected(shown, String.valueOf(e.getMessage()));
        }
        return bound(call, shown, shown.tool(), arguments, given.passed(), files);
    }

    private static Json received(ToolCall call) throws JsonSyntaxException {
        if (call.arguments() instanceof ToolCall.Arguments.Truncated(String why)) {
            throw new IllegalArgumentException(why);
        }
        return call.arguments().read();
    }

    /// Calls within a call take results themselves, and `refs` takes names.
    private ReferenceArguments.Replaced replaced(Tool<?> tool, Json.Obj arguments)
            throws IOException {
        boolean takesNames = tool instanceof Delegating || tool instanceof RefsTool;
        return ReferenceArguments.of(arguments, takesNames ? NamedResults.NONE : references);
    }

    /// Validates the arguments, and converts them if they are invalid as they are.
    ///
    /// @throws IllegalArgumentException with the validation error
    private Coercion.Coerced validated(DialectTool shown, Json received, Json.Obj arguments) {
        List<String> notes = new ArrayList<>();
        if (received instanceof Json.Str) {
            notes.add("the arguments were a string and were read as JSON");
        }
        Optional<String> error = shown.parameters().validationError(arguments, foreign);
        if (error.isEmpty()) {
            return new Coercion.Coerced(arguments, notes);
        }
        Coercion.Coerced coerced =
                shown.parameters()
                        .fields()
                        .map(it -> Coercion.of(it, arguments))
                        .orElseGet(() -> new Coercion.Coerced(arguments, List.of()));
        error = shown.parameters().validationError(coerced.arguments(), foreign);
        if (error.isPresent()) {
            throw new IllegalArgumentException(error.get());
        }
        notes.addAll(coerced.notes());
        return new Coercion.Coerced(coerced.arguments(), notes);
    }

    private static Json.Obj object(Json received) {
        if (received instanceof Json.Obj object) {
            return object;
        }
        Optional<Json.Obj> parsed =
                received instanceof Json.Str text ? Coercion.object(text) : Optional.empty();
        if (parsed.isPresent()) {
            return parsed.get();
        }
        throw new IllegalArgumentException(
                "the arguments are %s; expected an object".formatted(received.kind()));
    }

    private <P extends Record> Accepted bound(
            ToolCall call,
            DialectTool shown,
            Tool<P> tool,
            Coercion.Coerced coerced,
            List<PassedReference> passed,
            WorkspaceFiles files)
            throws IOException {
        Json.Obj arguments = coerced.arguments();
        P params;
        try {
            params = params(tool.spec(), mapped(shown, tool.spec(), arguments));
        } catch (IllegalArgumentException e) {
            return rejected(shown, String.valueOf(e.getMessage()));
        }
        List<Touch> touches = tool.touches(params, files);
        return new Ready(
                new PreparedCall<>(
                        call.callId(),
                        tool,
                        params,
                        arguments,
                        shown.limits(),
                        touches.isEmpty() ? List.of(NOTHING) : touches,
                        Mode.FULL,
                        new ParsedScripts(variables, recentScripts),
                        call.origin(),
                        passed),
                coerced.notes());
    }

    /// Validates the result of the mapper too, since mappers may have bugs.
    private static Json.Obj mapped(DialectTool shown, ToolSpec<?> spec, Json.Obj arguments) {
        if (shown.parameters() instanceof Parameters.OfRecord) {
            return arguments;
        }
        Json.Obj mapped = shown.mapper().map(arguments);
        if (spec.foreignSchema().isEmpty()) {
            Optional<String> error =
                    Validator.problemWithMapped(RecordShapes.of(spec.parameters()), mapped);
            if (error.isPresent()) {
                throw new IllegalArgumentException(error.get());
            }
        }
        return mapped;
    }

    private static <P extends Record> P params(ToolSpec<P> spec, Json.Obj arguments) {
        return spec.foreignSchema().isPresent()
                ? spec.parameters().cast(new Raw(arguments))
                : Records.read(spec.parameters(), arguments);
    }

    private static Rejected rejected(DialectTool tool, String error) {
        return new Rejected(
                failure(
                        ErrorCode.INVALID_ARGUMENTS,
                        "Bad arguments for %s: %s.".formatted(tool.name(), error)));
    }

    /// The result of the intake.
    sealed interface Accepted {}

    /// @param notes conversions of the arguments
    record Ready(PreparedCall<?> call, List<String> notes) implements Accepted {

        Ready {
            notes = List.copyOf(notes);
        }
    }

    record Rejected(Failure why) implements Accepted {}
}
