package dev.deft.agent.config;

import dev.deft.json.Json;

/// An effective value.
///
/// @param from its origin, for people: `default`, `.deft/agent.json:3` or `DEFT_MODEL`
public record Setting(Json value, String from) {}
