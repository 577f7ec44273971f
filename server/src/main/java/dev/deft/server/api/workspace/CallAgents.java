package dev.deft.server.api.workspace;

import dev.deft.engine.AgentSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Whose rights single calls have: those of the agent that is configured for a workspace.
@FunctionalInterface
interface CallAgents {

    /// The agent of a workspace, which needs no model.
    ///
    /// @param root the workspace, a real path
    /// @param agent the name of one; empty for the configured one
    /// @throws IOException if the configuration cannot be read
    /// @throws IllegalArgumentException if there is no such agent
    AgentSpec agent(Path root, Optional<String> agent) throws IOException;
}
