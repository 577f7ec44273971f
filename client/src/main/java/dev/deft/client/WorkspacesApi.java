package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about workspaces.
public final class WorkspacesApi {
    private final ApiConnection connection;

    WorkspacesApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The workspaces that you may see.
    ///
    /// @param query any of `limit`, `cursor`
    public Stream<WorkspacesData.WorkspaceView> listWorkspaces(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/workspaces", query, WorkspacesData.WorkspaceView.class);
    }

    /// One workspace.
    ///
    /// @param workspace its id or name
    public WorkspacesData.WorkspaceView getWorkspace(String workspace)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/" + Query.encoded(workspace),
                        Query.NONE,
                        Optional.empty(),
                        false),
                WorkspacesData.WorkspaceView.class);
    }

    /// The agents that sessions can have.
    ///
    /// @param workspace its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<WorkspacesData.AgentItem> listAgents(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/agents",
                query,
                WorkspacesData.AgentItem.class);
    }

    /// The models that sessions can have, as far as they are known.
    ///
    /// @param workspace its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<WorkspacesData.ModelItem> listModels(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/models",
                query,
                WorkspacesData.ModelItem.class);
    }
}
