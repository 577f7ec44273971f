package dev.deft.tool;

import dev.deft.host.Limits;
import dev.deft.json.Json;
import java.util.Map;
import java.util.Optional;

/// The specification of a tool.
///
/// @param <P> the parameters of the tool
/// @param id the name for models; it must never change
/// @param description for the model
/// @param parameters the record whose components are the parameters
/// @param foreignSchema replaces the schema derived from `parameters`
/// @param requires the access this tool needs
/// @param category for lists and statistics
/// @param kind for clients
/// @param limits of each call
/// @param watches whether it waits for or polls something, so that repeated calls are not a loop
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

    private static final int MOST_ID_CHARS = 64;

    /// Rejects ids that models cannot call.
    public ToolSpec {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "a tool id has 1 to %d letters, digits, _ or -: %s"
                            .formatted(MOST_ID_CHARS, id));
        }
    }

    private static boolean isId(String id) {
        for (int i = 0; i < id.length(); i++) {
            char it = id.charAt(i);
            boolean letter = (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z');
            if (!letter && (it < '0' || it > '9') && it != '_' && it != '-') {
                return false;
            }
        }
        return !id.isEmpty() && id.length() <= MOST_ID_CHARS;
    }

    /// {@return a spec with the description `ID.md` in the package of the parameter record, without
    /// requirements and with the default limits}
    ///
    /// @param <P> the parameters of the tool
    /// @param id the name for models
    /// @param parameters a record
    /// @param category for lists and statistics
    /// @param kind for clients
    public static <P extends Record> ToolSpec<P> of(
            String id, Class<P> parameters, ToolCategory category, ToolKind kind) {
        return of(id, parameters, category, kind, Map.of());
    }

    /// {@return the same spec for a description with placeholders}
    ///
    /// @param <P> the parameters of the tool
    /// @param id the name for models
    /// @param parameters a record
    /// @param category for lists and statistics
    /// @param kind for clients
    /// @param numbers the values of the placeholders `{name}`
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

    /// {@return this spec with another description}
    ///
    /// @param text for the model
    public ToolSpec<P> describedBy(String text) {
        return with(new Description.Text(text), foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with other requirements}
    ///
    /// @param requires the access the tool needs
    public ToolSpec<P> requiring(RequirementSet requires) {
        return with(description, foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with other limits}
    ///
    /// @param limits of each call
    public ToolSpec<P> within(Limits limits) {
        return with(description, foreignSchema, requires, limits, watches);
    }

    /// {@return this spec with a foreign schema}
    ///
    /// @param schema is shown to models unchanged
    public ToolSpec<P> withForeignSchema(Json.Obj schema) {
        return with(description, Optional.of(schema), requires, limits, watches);
    }

    /// {@return this spec for a tool that waits for or polls something}
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
