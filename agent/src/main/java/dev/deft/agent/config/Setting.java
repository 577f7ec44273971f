package dev.deft.agent.config;

import dev.deft.json.Json;

/// A value in force.
///
/// @param from where it was set, for people: `default`, `.deft/agent.json:3` or `DEFT_MODEL`
public record Setting(Json value, String from) {}
