package dev.deft.tool;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a tool publishes about itself.
///
/// @param <P> the parameters of the tool
/// @param id what models call it by; never changed once models know it
/// @param description what the model reads about it
/// @param parameters the record whose components are the parameters
/// @param foreignSchema the schema, where it comes from elsewhere; else it is derived
/// @param requires the surface of the world this tool needs
/// @param category for lists and statistics
/// @param kind clients draw by it
/// @param limits of each call
/// @param watches whether it waits, or looks at something that changes by itself: to call it again
///   is then no repetition
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

    /// Refuses an id that no model could call.
    public ToolSpec {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "a tool id has 1 to 64 letters, digits, _ or -: " + id);
        }
    }

    /// {@return the spec of a tool whose description is the file `ID.md` beside its parameter
    /// record, which requires nothing and has the default limits}
    ///
    /// @param <P> the parameters of the tool
    /// @param id what models call it by
    /// @param parameters a record
    /// @param category for lists and statistics
    /// @param kind clients draw by it
    public static <P extends Record> ToolSpec<P> of(
            String id, Class<P> parameters, ToolCategory category, ToolKind kind) {
        return of(id, parameters, category, kind, Map.of());
    }

    /// {@return the same, for a description with numbers in it}
    ///
    /// @param <P> the parameters of the tool
    /// @param id what models call it by
    /// @param parameters a record
    /// @param category for lists and statistics
    /// @param kind clients draw by it
    /// @param numbers fill the holes `{name}` of the description
    public static <P extends Record> ToolSpec<P> of(
            String id,
            Class<P> parameters,
            ToolCategory category,
            ToolKind kind,
            Map<String, Object> numbers) {
        var description = new Description.Resource(parameters, id + ".md", numbers);
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

    /// {@return this spec with a description that is no file}
    ///
    /// @param text what the model reads
    public ToolSpec<P> describedBy(String text) {
        return with(new Description.Text(text), foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with other requirements}
    ///
    /// @param requires the surface of the world the tool needs
    public ToolSpec<P> requiring(RequirementSet requires) {
        return with(description, foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with other limits}
    ///
    /// @param limits of each call
    public ToolSpec<P> within(Limits limits) {
        return with(description, foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with a schema from elsewhere}
    ///
    /// @param schema is shown to models as it is
    public ToolSpec<P> withForeignSchema(Json.Obj schema) {
        return with(description, Optional.of(schema), requires, limits, watches);
    }

    /// {@return this spec for a tool that waits, or looks at something that changes by itself}
    public ToolSpec<P> watching() {
        return with(description, foreignSchema, requires, limits, true);
    }

    private ToolSpec<P> with(
            Description description,
            Optional<Json.Obj> foreignSchema,
            RequirementSet requires,
            Limits limits,
            boolean watches) {
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
}
