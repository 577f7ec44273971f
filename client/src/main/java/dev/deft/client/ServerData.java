package dev.deft.client;

import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about server.
public final class ServerData {
    private ServerData() {}

    /// `CheckView` of the API.
    ///
    /// @param detail What does not work
    public record CheckView(String name, boolean ok, Optional<String> detail) {}

    /// `Liveness` of the API.
    ///
    /// @param status Always `up`
    public record Liveness(String status) {}

    /// `PrincipalView` of the API.
    ///
    /// @param name The person or program that the token belongs to
    /// @param scopes What it may do: `look`, `speak`, `approve`, `administer`
    /// @param workspaces The only workspaces it may see; absent for all
    public record PrincipalView(
            String name, List<String> scopes, Optional<List<String>> workspaces) {}

    /// `Readiness` of the API.
    ///
    /// @param status `ready` or `not_ready`
    public record Readiness(String status, List<ServerData.CheckView> checks) {}

    /// `ServerView` of the API.
    ///
    /// @param name Always `deft`
    /// @param version The version of the program
    /// @param startedAt When this server started
    /// @param server The name of this server among those that share a store
    /// @param store `files` or `postgresql`
    /// @param servers The servers that are alive
    /// @param principal Who asks
    public record ServerView(
            String name,
            String version,
            String startedAt,
            String server,
            String store,
            List<String> servers,
            ServerData.PrincipalView principal) {}
}
