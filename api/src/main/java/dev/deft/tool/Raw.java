package dev.deft.tool;

import dev.deft.json.Json;

/// The parameters of a tool whose schema comes from elsewhere.
///
/// @param arguments as they are
public record Raw(Json.Obj arguments) {}
