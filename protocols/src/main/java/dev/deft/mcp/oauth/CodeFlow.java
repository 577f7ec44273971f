package dev.deft.mcp.oauth;

import dev.deft.host.HttpUrl;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lets a person sign in with a browser, and gets a code for it.
final class CodeFlow {

    private final OAuthHttp http;
    private final SecretTexts secrets;
    private final Duration timeout;

    /// Sign-ins for one server.
    ///
    /// @param timeout how long the person has
    CodeFlow(OAuthHttp http, SecretTexts secrets, Duration timeout) {
        this.http = http;
        this.secrets = secrets;
        this.timeout = timeout;
    }

    /// What is asked for.
    record Request(
            AuthorizationServer issuer, String resource, String clientId, List<String> scopes) {

        Request {
            scopes = List.copyOf(scopes);
        }
    }

    /// The code, and what belongs to it.
    record Code(String code, ProofKey proof, String redirect) {

        /// Without the secrets.
        @Override
        public String toString() {
            return "code";
        }
    }

    /// Refuses an authorization server that cannot do it safely.
    static void check(AuthorizationServer issuer, SecretTexts secrets) throws IOException {
        if (!issuer.hasProofKeys()) {
            throw new IOException(
                    "The authorization server %s does not say that it supports PKCE with S256, so nobody signs in there."
                            .formatted(secrets.foreign(issuer.issuer())));
        }
    }

    /// Opens the page, and waits for the browser to come back.
    ///
    /// @return empty if it did not in time
    Optional<Code> run(Request request, LoopbackListener listener, SignInOpener opener)
            throws IOException, InterruptedException {
        check(request.issuer(), secrets);
        String state = ProofKey.randomText();
        ProofKey proof = ProofKey.create();
        secrets.add(proof.verifier());
        URI page = page(request, listener.redirect(), state, proof);
        listener.expect(state);
        opener.open(page);
        Optional<Map<String, String>> answer = listener.await(timeout);
        return answer.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Code(code(request.issuer(), answer.get()), proof, listener.redirect()));
    }

    private URI page(Request request, String redirect, String state, ProofKey proof)
            throws IOException {
        String endpoint = request.issuer().authorizationEndpoint().orElse("");
        HttpUrl url = http.endpoint("sign-in page", endpoint);
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", request.clientId());
        fields.put("redirect_uri", redirect);
        fields.put("state", state);
        fields.put("code_challenge", proof.challenge());
        fields.put("code_challenge_method", "S256");
        fields.put("resource", request.resource());
        if (!request.scopes().isEmpty()) {
            fields.put("scope", String.join(" ", request.scopes()));
            if (request.scopes().contains(Scopes.OFFLINE)) {
                fields.put("prompt", "consent");
            }
        }
        String separator = url.target().indexOf('?') < 0 ? "?" : "&";
        return URI.create(url + separator + FormText.write(fields));
    }

    /// The issuer is checked first: what another one says is neither used nor shown.
    private String code(AuthorizationServer issuer, Map<String, String> answer) throws IOException {
        Optional<String> named = Optional.ofNullable(answer.get("iss"));
        if (named.isEmpty() ? issuer.namesItself() : !named.get().equals(issuer.issuer())) {
            throw new IOException(
                    "The answer to the sign-in does not come from %s, so it is not used."
                            .formatted(secrets.foreign(issuer.issuer())));
        }
        Optional<String> error = Optional.ofNullable(answer.get("error"));
        if (error.isPresent()) {
            String why = answer.getOrDefault("error_description", "");
            throw new IOException(
                    "The sign-in was refused: %s%s."
                            .formatted(
                                    secrets.foreign(error.get()),
                                    why.isBlank() ? "" : " (" + secrets.foreign(why) + ")"));
        }
        String code = answer.getOrDefault("code", "");
        if (code.isEmpty()) {
            throw new IOException("The answer to the sign-in holds no code.");
        }
        secrets.add(code);
        return code;
    }
}
