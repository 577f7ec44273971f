package dev.deft.mcp.oauth;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Authorizes the requests to one server.
public interface RequestAuthorization {

    /// For servers that need none.
    RequestAuthorization NONE =
            new RequestAuthorization() {
                @Override
                public Optional<String> header() {
                    return Optional.empty();
                }

                @Override
                public boolean challenged(int status, List<String> challenges) {
                    return false;
                }
            };

    /// The value of `Authorization` for the next request; empty if there is none yet.
    Optional<String> header() throws IOException, InterruptedException;

    /// Takes a refusal, and gets a token if it can.
    ///
    /// @param status 401 or 403
    /// @param challenges the values of `WWW-Authenticate`
    /// @return whether the request should be sent again
    /// @throws IOException if signing in failed; the message says why and what to do
    boolean challenged(int status, List<String> challenges)
            throws IOException, InterruptedException;
}
