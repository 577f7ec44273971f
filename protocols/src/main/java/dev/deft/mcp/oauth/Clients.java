package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.codec.JsonText;
import dev.deft.host.HttpUrl;
import dev.deft.json.Json;
import dev.deft.mcp.oauth.ClientIdentity.Origin;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides who Deft is for an authorization server: the client of the settings, a metadata
/// document, or a client that is registered now.
final class Clients {

    private static final String NAME = "Deft";

    private final McpServer.Remote server;
    private final Map<String, String> environment;
    private final OAuthHttp http;
    private final SecretTexts secrets;
    private final InstantSource clock;

    Clients(
            McpServer.Remote server,
            Map<String, String> environment,
            OAuthHttp http,
            SecretTexts secrets,
            InstantSource clock) {
        this.server = server;
        this.environment = environment;
        this.http = http;
        this.secrets = secrets;
        this.clock = clock;
    }

    /// The client that an authorization server knows already, or need not know.
    Optional<ClientIdentity> known(ServerRecord record, AuthorizationServer issuer)
            throws IOException {
        Optional<String> id = server.oauth().clientId();
        if (id.isPresent() && !isDocument(id.get())) {
            checkBinding(record, issuer, id.get());
            return Optional.of(identity(id.get(), Origin.CONFIGURED, configuredAuth(issuer)));
        }
        if (id.isPresent() && issuer.readsClientDocuments()) {
            ClientAuth auth =
                    settings().keyVariable().isPresent() ? ClientAuth.PRIVATE_KEY : ClientAuth.NONE;
            return Optional.of(identity(id.get(), Origin.DOCUMENT, auth));
        }
        return Optional.ofNullable(record.clients().get(issuer.issuer()))
                .filter(it -> it.origin() == Origin.REGISTERED)
                .filter(it ->
                        it.expires().isEmpty() || clock.instant().isBefore(it.expires().get()));
    }

    private McpServer.OAuthClient settings() {
        return server.oauth().client();
    }

    private static boolean isDocument(String id) {
        return id.matches("https://[^/?#]+/[^?#]+");
    }

    private static ClientIdentity identity(String id, Origin origin, ClientAuth auth) {
        return new ClientIdentity(
                id, origin, auth, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// A client of the settings belongs to the authorization server it was first used for.
    private void checkBinding(ServerRecord record, AuthorizationServer issuer, String id)
            throws IOException {
        Optional<String> other =
                record.clients().entrySet().stream()
                        .filter(it -> it.getValue().origin() == Origin.CONFIGURED)
                        .filter(it -> it.getValue().id().equals(id))
                        .map(Map.Entry::getKey)
                        .filter(it -> !it.equals(issuer.issuer()))
                        .findFirst();
        if (other.isPresent() && settings().issuer().isEmpty()) {
            throw new IOException(
                    "The client %s was used with the authorization server %s, but the server names %s now. If that is right, run deft mcp logout %s, and sign in again."
                            .formatted(
                                    id,
                                    secrets.foreign(other.get()),
                                    secrets.foreign(issuer.issuer()),
                                    server.name()));
        }
    }

    private ClientAuth configuredAuth(AuthorizationServer issuer) {
        if (settings().keyVariable().isPresent()) {
            return ClientAuth.PRIVATE_KEY;
        }
        if (settings().secretVariable().isEmpty()) {
            return ClientAuth.NONE;
        }
        List<String> methods = issuer.authMethods();
        return !methods.contains(ClientAuth.SECRET_BASIC.wire())
                        && methods.contains(ClientAuth.SECRET_POST.wire())
                ? ClientAuth.SECRET_POST
                : ClientAuth.SECRET_BASIC;
    }

    /// Registers a client.
    ///
    /// @param redirect where the browser comes back to
    /// @throws IOException if the authorization server does not do that
    ClientIdentity register(AuthorizationServer issuer, String redirect, List<String> scopes)
            throws IOException, InterruptedException {
        if (issuer.registrationEndpoint().isEmpty()) {
            throw new IOException(
                    "The authorization server %s registers no clients by itself. Register one there, and set its id as oauth.client_id of the MCP server %s."
                            .formatted(secrets.foreign(issuer.issuer()), server.name()));
        }
        HttpUrl url = http.endpoint("registration endpoint", issuer.registrationEndpoint().get());
        ClientAuth wanted = wantedAuth(issuer);
        OAuthHttp.Answer answer =
                http.post(
                        url,
                        "application/json",
                        Map.of(),
                        JsonText.write(request(redirect, scopes, wanted)));
        Optional<String> id = answer.body().flatMap(it -> it.text("client_id"));
        if (!answer.isOk() || id.isEmpty()) {
            throw refused(issuer, answer);
        }
        return registered(answer.body().get(), id.get(), redirect, wanted);
    }

    private static ClientAuth wantedAuth(AuthorizationServer issuer) {
        List<String> methods = issuer.authMethods();
        return List.of(ClientAuth.NONE, ClientAuth.SECRET_BASIC, ClientAuth.SECRET_POST).stream()
                .filter(it -> methods.contains(it.wire()))
                .findFirst()
                .orElse(ClientAuth.NONE);
    }

    private static Json.Obj request(String redirect, List<String> scopes, ClientAuth auth) {
        Json.Obj request =
                Json.Obj.EMPTY
                        .with("client_name", NAME)
                        .with("application_type", "native")
                        .with("redirect_uris", Json.Arr.ofTexts(List.of(redirect)))
                        .with(
                                "grant_types",
                                Json.Arr.ofTexts(List.of("authorization_code", "refresh_token")))
                        .with("response_types", Json.Arr.ofTexts(List.of("code")))
                        .with("token_endpoint_auth_method", auth.wire());
        return scopes.isEmpty() ? request : request.with("scope", String.join(" ", scopes));
    }

    private IOException refused(AuthorizationServer issuer, OAuthHttp.Answer answer) {
        String reason =
                answer.body()
                        .flatMap(it -> it.text("error_description").or(() -> it.text("error")))
                        .map(secrets::foreign)
                        .orElse("it answers with status %d".formatted(answer.status()));
        return new IOException(
                "The authorization server %s does not register Deft: %s."
                        .formatted(secrets.foreign(issuer.issuer()), reason));
    }

    private ClientIdentity registered(
            Json.Obj answer, String id, String redirect, ClientAuth wanted) {
        Optional<String> secret = answer.text("client_secret").filter(it -> !it.isEmpty());
        secret.ifPresent(secrets::add);
        ClientAuth agreed =
                answer.text("token_endpoint_auth_method")
                        .flatMap(ClientAuth::find)
                        .filter(it -> it != ClientAuth.PRIVATE_KEY)
                        .orElse(wanted);
        return new ClientIdentity(
                id,
                Origin.REGISTERED,
                secret.isEmpty() ? ClientAuth.NONE : agreed,
                secret,
                Optional.of(redirect),
                MetadataFields.number(answer, "client_secret_expires_at")
                        .filter(it -> it > 0)
                        .map(Instant::ofEpochSecond));
    }

    /// How a client proves who it is, with what the environment holds.
    ClientProof proof(ClientIdentity client) throws IOException {
        boolean own = client.origin() != Origin.REGISTERED;
        Optional<String> secret = client.secret();
        if (own
                && client.auth() != ClientAuth.PRIVATE_KEY
                && settings().secretVariable().isPresent()) {
            secret = Optional.of(variable(settings().secretVariable().get()));
        }
        if (client.auth() != ClientAuth.PRIVATE_KEY) {
            return new ClientProof(client, secret, Optional.empty());
        }
        String name = settings().keyVariable().orElse("");
        return new ClientProof(
                client, Optional.empty(), Optional.of(ClientAssertion.of(variable(name), name)));
    }

    private String variable(String name) throws IOException {
        String value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            throw new IOException(
                    "The variable %s, which the MCP server %s needs to sign in, is not set in the environment."
                            .formatted(name, server.name()));
        }
        secrets.add(value);
        return value;
    }
}
