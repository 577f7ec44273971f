package dev.deft.tool;

import dev.deft.json.Json;

/// The parameters of a tool with a foreign schema.
///
/// @param arguments of the call, unchanged
public record Raw(Json.Obj arguments) {}
