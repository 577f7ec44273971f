package dev.deft.client;

import dev.deft.json.Json;

/// One event of a stream.
///
/// @param id with which the stream can be gone on with; empty if it has none
/// @param type such as `entry`, `live` or `state`
/// @param data what happened
public record DeftEvent(String id, String type, Json.Obj data) {}
