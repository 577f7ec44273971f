package dev.deft.client;

import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about workspaces.
public final class WorkspacesData {
    private WorkspacesData() {}

    /// `AgentItem` of the API.
    ///
    /// @param description When to use it
    /// @param model The model that its definition names
    /// @param builtin Whether it comes with Deft
    /// @param tools The ids of its only tools; absent for all
    public record AgentItem(
            String name,
            String description,
            Optional<String> model,
            boolean builtin,
            Optional<List<String>> tools) {}

    /// `ModelItem` of the API.
    ///
    /// @param name Such as `anthropic/claude-sonnet-5`; `default` is the configured one
    public record ModelItem(String name) {}

    /// `WorkspaceView` of the API.
    ///
    /// @param id Its name in addresses
    /// @param root Its directory on the server
    /// @param trusted Whether the user trusts its files
    /// @param sessionsRunning How many of its sessions are at work on this server
    /// @param requestsOpen How many approvals and questions wait for an answer
    public record WorkspaceView(
            String id, String root, boolean trusted, long sessionsRunning, long requestsOpen) {}
}
