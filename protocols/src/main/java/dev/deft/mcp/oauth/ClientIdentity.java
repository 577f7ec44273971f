package dev.deft.mcp.oauth;

import java.time.Instant;
import java.util.Optional;

/// Who Deft is for one authorization server.
///
/// @param secret what an authorization server gave it; a secret of the environment is never here
/// @param redirect the address that was registered; empty if none was
/// @param expires when the secret does
record ClientIdentity(
        String id,
        Origin origin,
        ClientAuth auth,
        Optional<String> secret,
        Optional<String> redirect,
        Optional<Instant> expires) {

    /// Where an identity comes from.
    enum Origin {
        /// The settings.
        CONFIGURED,
        /// A metadata document, at the address that is the id.
        DOCUMENT,
        /// The authorization server, on request.
        REGISTERED
    }

    /// Without the secret.
    @Override
    public String toString() {
        return "client %s (%s)".formatted(id, auth.wire());
    }
}
