package dev.deft.agent.model.http;

/// One server-sent event, without its name: both wires have the type in the data, and not every
/// server sends names.
public record ServerEvent(String data) {}
