package dev.deft.protocols;

import dev.deft.json.Json;
import dev.deft.mcp.Revision;
import java.net.URI;

/// A client that the conformance suite judges.
@FunctionalInterface
public interface ConformanceClient {

    /// What one scenario asks of a client.
    ///
    /// @param scenario its name, such as `auth/basic-cimd`
    /// @param context what the scenario tells the client, such as keys; often empty
    /// @param server of the scenario
    record Order(String scenario, Revision revision, Json.Obj context, URI server) {}

    /// Does what the scenario wants to see. Scenarios run side by side, and a client is interrupted
    /// when it takes too long. What it throws is shown beside failed checks; only checks decide.
    void run(Order order) throws Exception;
}
