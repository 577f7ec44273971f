package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.run.DialectTool.ArgumentMapper;
import java.util.function.Function;

/// How one tool of a dialect differs from the catalogue's.
///
/// @param arguments the dialect's arguments to the tool's
/// @param data the tool's data to the dialect's
record Mapping(ArgumentMapper arguments, Function<Json.Obj, Json> data) {

    static final Mapping NONE = new Mapping(ArgumentMapper.SAME, it -> it);
}
