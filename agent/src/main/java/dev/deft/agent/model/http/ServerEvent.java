package dev.deft.agent.model.http;

/// One server-sent event. Its name is not kept: both wires say in the data what an event is, and
/// not every server that speaks one of them sends the names.
public record ServerEvent(String data) {}
