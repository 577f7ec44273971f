package dev.deft.mcp.client.transport;

import dev.deft.json.Json;
import java.time.Duration;
import java.util.Map;

/// A request to a server.
///
/// @param headers further headers, where the request travels over HTTP
public record McpRequest(
        String method, Json.Obj params, Map<String, String> headers, Duration timeout) {

    public McpRequest {
        headers = Map.copyOf(headers);
    }

    /// A request without headers.
    public McpRequest(String method, Json.Obj params, Duration timeout) {
        this(method, params, Map.of(), timeout);
    }
}
