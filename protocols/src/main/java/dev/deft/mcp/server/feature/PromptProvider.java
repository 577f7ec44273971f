package dev.deft.mcp.server.feature;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A source of prompts.
public interface PromptProvider {

    /// {@return the prompts, always in the same order}
    ///
    /// @throws IOException if they cannot be read
    List<PromptEntry> list() throws IOException;

    /// Fills in a prompt.
    ///
    /// @return empty if there is no such prompt here
    /// @throws dev.deft.host.HostException if something that it needs is refused
    /// @throws IOException if it cannot be read
    /// @throws InterruptedException if the request was cancelled
    Optional<PromptText> get(String name, Map<String, String> arguments, McpCaller caller)
            throws IOException, InterruptedException;

    /// {@return values of an argument; empty if the prompt is not one of these}
    ///
    /// @param begun what the user has typed
    /// @throws IOException if they cannot be found
    default Optional<List<String>> complete(String prompt, String argument, String begun)
            throws IOException {
        return Optional.empty();
    }
}
