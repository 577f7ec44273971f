package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about tools.
public final class ToolsApi {
    private final ApiConnection connection;

    ToolsApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The tools that agents have here.
    ///
    /// @param workspace its id or name
    /// @param query any of `dialect`, `collection`, `limit`, `cursor`
    public Stream<ToolsData.ToolView> listTools(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/tools",
                query,
                ToolsData.ToolView.class);
    }

    /// One tool.
    ///
    /// @param workspace its id or name
    /// @param tool its id or name
    /// @param query any of `dialect`
    public ToolsData.ToolView getTool(String workspace, String tool, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/tools/"
                                + Query.encoded(tool),
                        query,
                        Optional.empty(),
                        false),
                ToolsData.ToolView.class);
    }

    /// Calls a tool, and waits for its result.
    ///
    /// @param workspace its id or name
    /// @param body what is sent
    public ToolsData.CallView callTool(String workspace, ToolsData.CallOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/calls",
                        Query.NONE,
                        Optional.of(body),
                        true),
                ToolsData.CallView.class);
    }
}
