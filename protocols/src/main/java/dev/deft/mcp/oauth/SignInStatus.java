package dev.deft.mcp.oauth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Whether there is a token for a server. It holds no secrets.
public sealed interface SignInStatus {

    /// There is none.
    record SignedOut() implements SignInStatus {}

    /// There is one.
    ///
    /// @param issuer the authorization server
    /// @param scopes what the token is good for; empty if the authorization server did not say
    /// @param until when the token expires; empty if the authorization server did not say
    /// @param renewable whether it is renewed without a person
    record SignedIn(String issuer, List<String> scopes, Optional<Instant> until, boolean renewable)
            implements SignInStatus {

        public SignedIn {
            scopes = List.copyOf(scopes);
        }
    }
}
