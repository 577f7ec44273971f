package dev.deft.client;

import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about events.
public final class EventsApi {
    private final ApiConnection connection;

    EventsApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// What happens in a session, as it happens.
    ///
    /// @param workspace its id or name
    /// @param session its id or name
    /// @param query any of `after`
    /// @param last goes on after the event of this id
    public DeftEvents followSession(
            String workspace, String session, Query query, Optional<String> last) {
        return new DeftEvents(
                connection,
                "/v1/workspaces/"
                        + Query.encoded(workspace)
                        + "/sessions/"
                        + Query.encoded(session)
                        + "/events",
                query,
                last);
    }

    /// What happens in all sessions that you may see.
    ///
    /// @param query any of `after`
    /// @param last goes on after the event of this id
    public DeftEvents followAll(Query query, Optional<String> last) {
        return new DeftEvents(connection, "/v1/events", query, last);
    }
}
