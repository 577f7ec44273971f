package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about requests.
public final class RequestsApi {
    private final ApiConnection connection;

    RequestsApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// Approvals and questions that wait, the oldest first.
    ///
    /// @param query any of `workspace`, `session`, `limit`, `cursor`
    public Stream<RequestsData.RequestView> listRequests(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/requests", query, RequestsData.RequestView.class);
    }

    /// One approval or question that waits.
    ///
    /// @param request its id or name
    public RequestsData.RequestView getRequest(String request)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "GET",
                        "/v1/requests/" + Query.encoded(request),
                        Query.NONE,
                        Optional.empty(),
                        false),
                RequestsData.RequestView.class);
    }

    /// Answers an approval or a question.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param request its id or name
    /// @param body what is sent
    public RequestsData.AnswerView answerRequest(
            String workspace, String session, String request, RequestsData.AnswerOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/"
                                + Query.encoded(workspace)
                                + "/sessions/"
                                + Query.encoded(session)
                                + "/requests/"
                                + Query.encoded(request)
                                + "/answer",
                        Query.NONE,
                        Optional.of(body),
                        true),
                RequestsData.AnswerView.class);
    }
}
