package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.function.Function;

/// How one tool of a dialect differs from the catalogue's.
///
/// @param arguments the dialect's arguments to the tool's
/// @param data the tool's data to the dialect's
record Mapping(ArgumentMapper arguments, Function<Json.Obj, Json> data) {

    /// What to do where a text to edit occurs several times and nothing can pick one of them.
    static final String MAKE_UNIQUE = "Add lines around it until it is unique.";

    static final Mapping NONE = new Mapping(ArgumentMapper.SAME, it -> it);
}
