package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.InputRequest;
import java.io.IOException;
import java.util.Map;

/// The way to the client while one of its requests is answered.
public interface ClientLink {

    /// Sends a notification that belongs to the request. It does not wait for slow clients: they
    /// lose notifications.
    void tell(String method, Json.Obj params);

    /// Asks the client, and waits for all answers.
    ///
    /// @param requests by name; the client has the capabilities for them
    /// @return the results by name
    /// @throws dev.deft.host.HostException if the client refuses, or does not answer in time
    /// @throws IOException if the client is gone
    Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
            throws IOException, InterruptedException;
}
