package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about memory.
public final class MemoryApi {
    private final ApiConnection connection;

    MemoryApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The memory files.
    ///
    /// @param workspace its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<MemoryData.MemoryItem> listMemory(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/memory",
                query,
                MemoryData.MemoryItem.class);
    }

    /// Finds what is remembered about something.
    ///
    /// @param workspace its id or name
    /// @param q A question or keywords.
    /// @param query any of `limit`
    public MemoryData.MemoryMatches searchMemory(String workspace, String q, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/memory/search",
                        query.and("q", q),
                        Optional.empty(),
                        false),
                MemoryData.MemoryMatches.class);
    }

    /// One memory file.
    ///
    /// @param workspace its id or name
    /// @param path `MEMORY.md`, or a `.md` file below `memory/`.
    public MemoryData.MemoryContent readMemory(String workspace, String path)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/memory/files",
                        Query.NONE.and("path", path),
                        Optional.empty(),
                        false),
                MemoryData.MemoryContent.class);
    }

    /// Writes a memory file.
    ///
    /// @param workspace its id or name
    /// @param path `MEMORY.md`, or a `.md` file below `memory/`.
    /// @param body what is sent
    public MemoryData.MemoryContent writeMemory(
            String workspace, String path, MemoryData.MemoryOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "PUT",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/memory/files",
                        Query.NONE.and("path", path),
                        Optional.of(body),
                        true),
                MemoryData.MemoryContent.class);
    }

    /// Deletes a memory file.
    ///
    /// @param workspace its id or name
    /// @param path `MEMORY.md`, or a `.md` file below `memory/`.
    public void deleteMemory(String workspace, String path)
            throws IOException, InterruptedException {
        String _ =
                connection.text(
                        new ApiConnection.Order(
                                "DELETE",
                                "/v1/workspaces/" + Query.encoded(workspace) + "/memory/files",
                                Query.NONE.and("path", path),
                                Optional.empty(),
                                true));
    }
}
