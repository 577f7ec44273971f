package dev.deft.tool;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a tool publishes about itself.
///
/// @param id what models call it by; never changed once models know it
/// @param parameters the record whose components are the parameters
/// @param foreignSchema the schema, where it comes from elsewhere; else it is derived
/// @param requires the surface of the world this tool needs
/// @param watches whether it waits, or looks at something that moves by itself: to call it again is
///   then no repetition
public record ToolSpec<P extends Record>(
        String id,
        Description description,
        Class<P> parameters,
        Optional<Json.Obj> foreignSchema,
        RequirementSet requires,
        ToolCategory category,
        ToolKind kind,
        Limits limits,
        boolean watches) {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    public ToolSpec {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "a tool id has 1 to 64 letters, digits, _ or -: " + id);
        }
    }

    /// The spec of a tool whose description is the file `ID.md` beside its parameter record.
    public static <P extends Record> ToolSpec<P> of(
            String id, Class<P> parameters, ToolCategory category, ToolKind kind) {
        return of(id, parameters, category, kind, Map.of());
    }

    /// The same, for a description with numbers in it.
    ///
    /// @param numbers fill the holes `{name}` of the description
    public static <P extends Record> ToolSpec<P> of(
            String id,
            Class<P> parameters,
            ToolCategory category,
            ToolKind kind,
            Map<String, Object> numbers) {
        var description = new Description.Beside(parameters, id + ".md", numbers);
        return new ToolSpec<>(
                id,
                description,
                parameters,
                Optional.empty(),
                RequirementSet.NONE,
                category,
                kind,
                Limits.DEFAULT,
                false);
    }

    public ToolSpec<P> describedBy(String text) {
        return new ToolSpec<>(
                id,
                new Description.Given(text),
                parameters,
                foreignSchema,
                requires,
                category,
                kind,
                limits,
                watches);
    }

    public ToolSpec<P> requiring(RequirementSet requires) {
        return new ToolSpec<>(
                id,
                description,
                parameters,
                foreignSchema,
                requires,
                category,
                kind,
                limits,
                watches);
    }

    public ToolSpec<P> within(Limits limits) {
        return new ToolSpec<>(
                id,
                description,
                parameters,
                foreignSchema,
                requires,
                category,
                kind,
                limits,
                watches);
    }

    public ToolSpec<P> withForeignSchema(Json.Obj schema) {
        return new ToolSpec<>(
                id,
                description,
                parameters,
                Optional.of(schema),
                requires,
                category,
                kind,
                limits,
                watches);
    }

    /// The same tool, known to wait or to look at something that moves by itself.
    public ToolSpec<P> watching() {
        return new ToolSpec<>(
                id, description, parameters, foreignSchema, requires, category, kind, limits, true);
    }
}
