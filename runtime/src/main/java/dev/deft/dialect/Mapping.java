package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.DialectTool.ArgumentMapper;
import java.util.function.Function;

/// Maps the arguments and the data of one tool of a dialect.
///
/// @param arguments maps arguments of the dialect to arguments of the tool
/// @param data maps data of the tool to data of the dialect
record Mapping(ArgumentMapper arguments, Function<Json.Obj, Json> data) {

    /// Advice for an ambiguous edit where the dialect has no argument that picks one occurrence.
    static final String MAKE_UNIQUE = "Add lines around it until it is unique.";

    static final Mapping NONE = new Mapping(ArgumentMapper.SAME, it -> it);
}
