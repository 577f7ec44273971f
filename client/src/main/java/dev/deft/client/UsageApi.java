package dev.deft.client;

import java.io.IOException;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about usage.
public final class UsageApi {
    private final ApiConnection connection;

    UsageApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// Tokens and cost of the agents.
    ///
    /// @param query any of `from`, `to`, `by`, `workspace`, `limit`, `cursor`
    public Stream<UsageData.UsageItem> listUsage(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/usage", query, UsageData.UsageItem.class);
    }
}
