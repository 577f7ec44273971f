package dev.deft.mcp.server.feature;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A source of resources.
public interface ResourceProvider {

    /// {@return resources that are worth listing, always in the same order}
    ///
    /// @throws IOException if they cannot be listed
    /// @throws InterruptedException if the request was cancelled
    List<ResourceEntry> list(McpCaller caller) throws IOException, InterruptedException;

    /// {@return how the addresses of others are made}
    default List<ResourceTemplate> templates() {
        return List.of();
    }

    /// Reads a resource.
    ///
    /// @return empty if there is no such resource here
    /// @throws dev.deft.host.HostException if the client may not read it
    /// @throws IOException if it cannot be read
    /// @throws InterruptedException if the request was cancelled
    Optional<List<ResourceContent>> read(String uri, McpCaller caller)
            throws IOException, InterruptedException;

    /// {@return a text that changes when the resource does; empty if it is not one of these, or
    /// cannot be watched}
    default Optional<String> version(String uri) {
        return Optional.empty();
    }

    /// {@return values of a variable of a template; empty if the template is not one of these}
    ///
    /// @param begun what the user has typed
    /// @throws IOException if they cannot be found
    /// @throws InterruptedException if the request was cancelled
    default Optional<List<String>> complete(String uriTemplate, String variable, String begun)
            throws IOException, InterruptedException {
        return Optional.empty();
    }
}
