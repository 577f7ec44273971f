package dev.deft.client;

import dev.deft.json.Json;
import java.io.IOException;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about server.
public final class ServerApi {
    private final ApiConnection connection;

    ServerApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// This description of the API.
    public Json.Obj getDescription() throws IOException, InterruptedException {
        return connection.json(
                new ApiConnection.Order(
                        "GET", "/v1/openapi.json", Query.NONE, Optional.empty(), false));
    }
}
