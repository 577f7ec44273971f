package dev.deft.client;

import java.io.IOException;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about files.
public final class FilesApi {
    private final ApiConnection connection;

    FilesApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The entries of a directory.
    ///
    /// @param workspace its id or name
    /// @param query any of `path`, `session`
    public FilesData.DirectoryView listFiles(String workspace, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/files",
                        query,
                        Optional.empty(),
                        false),
                FilesData.DirectoryView.class);
    }

    /// Part of a file; with `raw=true` the bytes of a picture.
    ///
    /// @param workspace its id or name
    /// @param path The file, relative to the workspace.
    /// @param query any of `offset`, `limit`, `raw`
    public FilesData.FileContent readFile(String workspace, String path, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/files/content",
                        query.and("path", path),
                        Optional.empty(),
                        false),
                FilesData.FileContent.class);
    }
}
