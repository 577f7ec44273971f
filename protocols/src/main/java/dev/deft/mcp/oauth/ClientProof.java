package dev.deft.mcp.oauth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/// What a client adds to a request to prove who it is.
///
/// @param secret of the client
/// @param key of the client
record ClientProof(ClientIdentity client, Optional<String> secret, Optional<ClientAssertion> key) {

    /// Adds the proof to a form.
    ///
    /// @param issuer the authorization server that gets it
    /// @return headers of the request
    Map<String, String> addTo(Map<String, String> form, String issuer, Instant now)
            throws IOException {
        return switch (client.auth()) {
            case NONE -> {
                form.put("client_id", client.id());
                yield Map.of();
            }
            case SECRET_POST -> {
                form.put("client_id", client.id());
                form.put("client_secret", secret.orElse(""));
                yield Map.of();
            }
            case SECRET_BASIC -> Map.of("authorization", basic());
            case PRIVATE_KEY -> {
                form.put("client_id", client.id());
                form.put("client_assertion_type", ClientAssertion.TYPE);
                form.put("client_assertion", assertion(issuer, now));
                yield Map.of();
            }
        };
    }

    private String basic() {
        String both = FormText.encode(client.id()) + ":" + FormText.encode(secret.orElse(""));
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    private String assertion(String issuer, Instant now) throws IOException {
        return key.orElseThrow(() -> new IOException("The client has no private key."))
                .sign(client.id(), issuer, now);
    }

    /// Without the secret.
    @Override
    public String toString() {
        return client.toString();
    }
}
