package dev.deft.engine.source;

import dev.deft.agent.config.HookSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Decides which tools from elsewhere the sessions of a workspace get, such as those of the MCP
/// servers that its configuration names.
@FunctionalInterface
public interface WorkspaceTools {

    /// {@return the tools of a session; empty for none}
    ///
    /// It is asked whenever a session opens, so it must be quick. Sessions with equal tools share
    /// what is opened.
    ///
    /// @param place the workspace and how the session sees it
    /// @throws IOException if the configuration is broken; the session is not opened then
    Optional<OpenableTools> of(Place place) throws IOException;

    /// A workspace as a session sees it.
    ///
    /// @param root the real path of the workspace
    /// @param environment of the engine
    /// @param dialect of the session
    /// @param trust which files of the workspace the user trusts
    /// @param notices receives sentences for the user
    record Place(
            Path root,
            Map<String, String> environment,
            String dialect,
            HookSettings.TrustReader trust,
            Consumer<String> notices) {}
}
