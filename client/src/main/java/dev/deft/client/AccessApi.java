package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about access.
public final class AccessApi {
    private final ApiConnection connection;

    AccessApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// Lists tokens and sign-ins.
    ///
    /// @param query any of `limit`, `cursor`
    public Stream<AccessData.TokenView> listTokens(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/tokens", query, AccessData.TokenView.class);
    }

    /// Issues a token.
    ///
    /// @param body what is sent
    public AccessData.IssuedToken issueToken(AccessData.NewToken body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order("POST", "/v1/tokens", Query.NONE, Optional.of(body), true),
                AccessData.IssuedToken.class);
    }

    /// Revokes a token and its sign-ins at once.
    ///
    /// @param token its id or name
    public void revokeToken(String token) throws IOException, InterruptedException {
        String _ =
                connection.text(
                        new ApiConnection.Order(
                                "DELETE",
                                "/v1/tokens/" + Query.encoded(token),
                                Query.NONE,
                                Optional.empty(),
                                true));
    }

    /// Lists who did what, the last act first.
    ///
    /// @param query any of `before`, `limit`, `cursor`
    public Stream<AccessData.ActView> listActs(Query query)
            throws IOException, InterruptedException {
        return Pages.of(connection, "/v1/audit", query, AccessData.ActView.class);
    }
}
