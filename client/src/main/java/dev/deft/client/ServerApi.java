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

    /// Whether the server lives.
    public ServerData.Liveness getLiveness() throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order("GET", "/health/live", Query.NONE, Optional.empty(), false),
                ServerData.Liveness.class);
    }

    /// Whether the server can take requests.
    public ServerData.Readiness getReadiness() throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET", "/health/ready", Query.NONE, Optional.empty(), false),
                ServerData.Readiness.class);
    }

    /// What the server counts, for Prometheus.
    public String getMetrics() throws IOException, InterruptedException {
        return connection.text(
                new ApiConnection.Order("GET", "/metrics", Query.NONE, Optional.empty(), false));
    }

    /// What this server is, and who you are.
    public ServerData.ServerView getServer() throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order("GET", "/v1", Query.NONE, Optional.empty(), false),
                ServerData.ServerView.class);
    }

    /// This description of the API.
    public Json.Obj getDescription() throws IOException, InterruptedException {
        return connection.json(
                new ApiConnection.Order(
                        "GET", "/v1/openapi.json", Query.NONE, Optional.empty(), false));
    }
}
