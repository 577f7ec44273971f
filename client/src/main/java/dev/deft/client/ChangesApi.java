package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about changes.
public final class ChangesApi {
    private final ApiConnection connection;

    ChangesApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// The turns of a session and the files they changed.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<ChangesData.TurnView> listTurns(String workspace, String session, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/"
                        + Query.encoded(workspace)
                        + "/sessions/"
                        + Query.encoded(session)
                        + "/turns",
                query,
                ChangesData.TurnView.class);
    }

    /// What a session or one of its turns changed.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `turn`
    public ChangesData.DiffView getDiff(String workspace, String session, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/diff",
                        query,
                        Optional.empty(),
                        false),
                ChangesData.DiffView.class);
    }

    /// Takes back the last turn, or the last change of a file.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public ChangesData.UndoView undo(String workspace, String session, ChangesData.UndoOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/undo",
                        Query.NONE,
                        Optional.of(body),
                        true),
                ChangesData.UndoView.class);
    }

    /// Makes again what was taken back last.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public ChangesData.UndoView redo(String workspace, String session, ChangesData.UndoOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/redo",
                        Query.NONE,
                        Optional.of(body),
                        true),
                ChangesData.UndoView.class);
    }

    /// What going back would change in the files.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param entry As `rewind` takes it.
    public ChangesData.RewindPreview previewRewind(String workspace, String session, long entry)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/rewind",
                        Query.NONE.and("entry", entry),
                        Optional.empty(),
                        false),
                ChangesData.RewindPreview.class);
    }

    /// Goes back in the conversation.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public ChangesData.RewindView rewind(
            String workspace, String session, ChangesData.RewindOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/rewind",
                        Query.NONE,
                        Optional.of(body),
                        true),
                ChangesData.RewindView.class);
    }

    /// Copies a session up to an entry.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public SessionsData.SessionView forkSession(
            String workspace, String session, ChangesData.ForkOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/fork",
                        Query.NONE,
                        Optional.of(body),
                        true),
                SessionsData.SessionView.class);
    }
}
