package dev.deft.mcp.oauth;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Authorizes the requests to one server. It may be used by several threads.
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

    /// Takes a refusal of a request that had this header. So a request that was refused while
    /// another thread got a new token is just sent again.
    ///
    /// @param sent what [#header] returned for the request
    default boolean challenged(int status, List<String> challenges, Optional<String> sent)
            throws IOException, InterruptedException {
        return challenged(status, challenges);
    }

    /// Masks what only this server and its authorization server may know, such as the token. For
    /// every text of the server that is shown or kept.
    default String masked(String text) {
        return text;
    }
}
