package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about sessions.
public final class SessionsApi {
    private final ApiConnection connection;

    SessionsApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// Sessions, last modified first.
    ///
    /// @param query any of `workspace`, `q`, `state`, `agent`, `parent`, `limit`, `cursor`
    public Stream<SessionsData.SessionView> listSessions(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/sessions", query, SessionsData.SessionView.class);
    }

    /// Makes a session, and sends its first message.
    ///
    /// @param workspace its id or name
    /// @param body what is sent
    public SessionsData.SessionView createSession(String workspace, SessionsData.SessionOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/sessions",
                        Query.NONE,
                        Optional.of(body),
                        true),
                SessionsData.SessionView.class);
    }

    /// One session.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    public SessionsData.SessionView getSession(String workspace, String session)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session),
                        Query.NONE,
                        Optional.empty(),
                        false),
                SessionsData.SessionView.class);
    }

    /// Changes title, agent or model.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public SessionsData.SessionView changeSession(
            String workspace, String session, SessionsData.SessionChange body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "PATCH",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session),
                        Query.NONE,
                        Optional.of(body),
                        true),
                SessionsData.SessionView.class);
    }

    /// Deletes a session and what is stored about it.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    public void deleteSession(String workspace, String session)
            throws IOException, InterruptedException {
        String _ =
                connection.text(
                        new ApiConnection.Order(
                                "DELETE",
                                "/v1/workspaces/"
                                        + Query.encoded(workspace)
                                        + "/sessions/"
                                        + Query.encoded(session),
                                Query.NONE,
                                Optional.empty(),
                                true));
    }

    /// Sends a message; it is durable when this answers.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public SessionsData.MessageSent sendMessage(
            String workspace, String session, SessionsData.MessageOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/messages",
                        Query.NONE,
                        Optional.of(body),
                        true),
                SessionsData.MessageSent.class);
    }

    /// Stops the current run and calls.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    public SessionsData.Stopped interruptSession(String workspace, String session)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/interrupt",
                        Query.NONE,
                        Optional.empty(),
                        true),
                SessionsData.Stopped.class);
    }

    /// Sums up the older part of the conversation.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param body what is sent
    public SessionsData.CompactView compactSession(
            String workspace, String session, SessionsData.CompactOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/compact",
                        Query.NONE,
                        Optional.of(body),
                        true),
                SessionsData.CompactView.class);
    }

    /// What the next request to the model would hold.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    public SessionsData.ContextView getContext(String workspace, String session)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/context",
                        Query.NONE,
                        Optional.empty(),
                        false),
                SessionsData.ContextView.class);
    }

    /// Entries of the log, in order.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `after`, `before`, `limit`, `branch`
    public SessionsData.EntriesView listEntries(String workspace, String session, Query query)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/entries",
                        query,
                        Optional.empty(),
                        false),
                SessionsData.EntriesView.class);
    }

    /// A session as a file.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `format`
    public String exportSession(String workspace, String session, Query query)
            throws IOException, InterruptedException {
        return connection.text(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/export",
                        query,
                        Optional.empty(),
                        false));
    }

    /// The sub-agents that a session started.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `limit`, `cursor`
    public Stream<SessionsData.SessionView> listChildren(
            String workspace, String session, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/"
                        + Query.encoded(workspace)
                        + "/sessions/"
                        + Query.encoded(session)
                        + "/children",
                query,
                SessionsData.SessionView.class);
    }

    /// Where time and tokens went.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    public SessionsData.SessionStats getStats(String workspace, String session)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/stats",
                        Query.NONE,
                        Optional.empty(),
                        false),
                SessionsData.SessionStats.class);
    }
}
