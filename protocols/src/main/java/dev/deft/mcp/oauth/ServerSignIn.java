package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.net.CallNetwork;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Signs in to one server, and renews what it got.
final class ServerSignIn {

    private static final int UNAUTHORIZED = 401;

    private final McpServer.Remote server;
    private final OAuthParts parts;
    private final HttpUrl url;
    private final ServerFile file;
    private final SecretTexts secrets;
    private final OAuthHttp http;
    private final Clients clients;
    private final Discovery discovery;
    private final TokenEndpoint tokens;
    private final TokenRenewal renewal;

    private ServerSignIn(
            McpServer.Remote server,
            OAuthParts parts,
            HttpUrl url,
            ServerFile file,
            SecretTexts secrets,
            OAuthHttp http) {
        this.server = server;
        this.parts = parts;
        this.url = url;
        this.file = file;
        this.secrets = secrets;
        this.http = http;
        this.clients = new Clients(server, parts.environment(), http, secrets, parts.clock());
        this.discovery = new Discovery(url, http, secrets);
        this.tokens = new TokenEndpoint(http, secrets, parts.clock());
        this.renewal = new TokenRenewal(server, file, secrets, parts.clock(), clients, tokens);
    }

    /// Looks up the hosts that the settings name.
    ///
    /// @throws IOException if the address of the server is one that gets no tokens
    static ServerSignIn of(
            McpServer.Remote server, OAuthParts parts, ServerFile file, SecretTexts secrets)
            throws IOException, InterruptedException {
        HttpUrl url = HttpUrl.parse(server.url());
        if (!url.secure() && !ReachableHosts.isLoopback(url)) {
            throw new IOException(
                    "The MCP server %s has an address that begins with http://, so it gets no token. Use https://."
                            .formatted(server.name()));
        }
        List<HttpUrl> named = new ArrayList<>(List.of(url));
        Optional<String> issuer = server.oauth().client().issuer();
        if (issuer.isPresent()) {
            named.add(HttpUrl.parse(issuer.get()));
        }
        ReachableHosts hosts = ReachableHosts.of(url, named, parts.resolver());
        var network = CallNetwork.withoutRedirects(hosts.grants(), parts.connector());
        return new ServerSignIn(
                server,
                parts,
                url,
                file,
                secrets,
                new OAuthHttp(hosts, network, parts.requestTimeout()));
    }

    TokenRenewal renewal() {
        return renewal;
    }

    /// Who issues the tokens, and for what.
    record Plan(ProtectedResource resource, AuthorizationServer issuer) {}

    /// Finds out how to sign in.
    ///
    /// A server that says nothing about itself is taken as its own authorization server, as in the
    /// first revisions of the protocol.
    Plan discover(AuthChallenge challenge) throws IOException, InterruptedException {
        Optional<ProtectedResource> found = discovery.resource(challenge);
        ProtectedResource resource =
                found.isPresent()
                        ? found.get()
                        : new ProtectedResource(
                                ownName(),
                                List.of(server.oauth().client().issuer().orElse(url.origin())),
                                List.of());
        return new Plan(resource, discovery.authorizationServer(issuer(resource)));
    }

    private String ownName() {
        return url.target().equals("/") ? url.origin() : url.toString();
    }

    private String issuer(ProtectedResource resource) throws IOException {
        Optional<String> only = server.oauth().client().issuer();
        if (only.isPresent()) {
            if (!resource.issuers().contains(only.get())) {
                throw new IOException(
                        "The MCP server %s names the authorization server %s, but the settings allow only %s."
                                .formatted(
                                        server.name(),
                                        secrets.foreign(resource.issuers().getFirst()),
                                        only.get()));
            }
            return only.get();
        }
        return file.read()
                .signIn()
                .map(SignIn::issuer)
                .filter(resource.issuers()::contains)
                .orElse(resource.issuers().getFirst());
    }

    /// The challenge of a server that is asked something without a token.
    ///
    /// @return empty if it answers
    Optional<AuthChallenge> probe() throws IOException, InterruptedException {
        try {
            OAuthHttp.Answer answer = Probe.send(http, url, server, parts.environment());
            return answer.status() == UNAUTHORIZED
                    ? Optional.of(AuthChallenge.parse(answer.challenges()))
                    : Optional.empty();
        } catch (HostException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                // It keeps the stream of its answer open, so it did answer.
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Whether the server says of itself that some requests need a token.
    boolean isProtected() throws IOException, InterruptedException {
        return discovery.resource(AuthChallenge.NONE).isPresent();
    }

    /// Gets a token.
    ///
    /// @param opener for a person who signs in, if one has to
    SignIn signIn(Plan plan, List<String> scopes, SignInOpener opener)
            throws IOException, InterruptedException {
        SignIn done =
                server.oauth().client().unattended()
                        ? unattended(plan, scopes)
                        : attended(plan, scopes, opener);
        return file.locked(() -> {
            file.write(file.read().with(done));
            return done;
        });
    }

    private SignIn unattended(Plan plan, List<String> scopes)
            throws IOException, InterruptedException {
        ClientIdentity client =
                clients.known(file.read(), plan.issuer())
                        .orElseThrow(() ->
                                new IOException(
                                        "The MCP server %s needs oauth.client_id in the settings to sign in without a person."
                                                .formatted(server.name())));
        remember(plan.issuer(), client);
        TokenEndpoint.Target target = target(plan, client);
        return done(plan, client, tokens.unattended(target, scopes));
    }

    private SignIn attended(Plan plan, List<String> scopes, SignInOpener opener)
            throws IOException, InterruptedException {
        CodeFlow.check(plan.issuer(), secrets);
        Optional<ClientIdentity> known = clients.known(file.read(), plan.issuer());
        try (LoopbackListener listener = listener(known)) {
            ClientIdentity client = client(plan, known, listener.redirect(), scopes);
            remember(plan.issuer(), client);
            var flow = new CodeFlow(http, secrets, parts.signInTimeout());
            var request =
                    new CodeFlow.Request(
                            plan.issuer(), plan.resource().resource(), client.id(), scopes);
            Optional<CodeFlow.Code> code = flow.run(request, listener, opener);
            if (code.isEmpty()) {
                forget(plan.issuer(), client);
                throw new IOException(
                        "Nobody signed in to the MCP server %s in time. Try again."
                                .formatted(server.name()));
            }
            return done(plan, client, redeem(plan, client, code.get(), scopes));
        }
    }

    private TokenSet redeem(
            Plan plan, ClientIdentity client, CodeFlow.Code code, List<String> scopes)
            throws IOException, InterruptedException {
        try {
            return tokens.redeem(
                    target(plan, client), code.code(), code.proof(), code.redirect(), scopes);
        } catch (TokenRefusedException e) {
            if (e.isInvalidClient()) {
                forget(plan.issuer(), client);
            }
            throw e;
        }
    }

    private LoopbackListener listener(Optional<ClientIdentity> known) throws IOException {
        Optional<Integer> port = server.oauth().client().redirectPort();
        if (port.isPresent()) {
            return listener(port.get());
        }
        Optional<Integer> earlier =
                known.flatMap(ClientIdentity::redirect).map(it -> URI.create(it).getPort());
        if (earlier.isPresent()) {
            try {
                return LoopbackListener.open(earlier.get());
            } catch (IOException _) {
                // Another program has the port; the client is registered with a new one.
            }
        }
        return LoopbackListener.open(0);
    }

    private LoopbackListener listener(int port) throws IOException {
        try {
            return LoopbackListener.open(port);
        } catch (BindException e) {
            throw new IOException(
                    "The port %d, to which the browser returns from the sign-in to %s, is in use by another program."
                            .formatted(port, server.name()),
                    e);
        }
    }

    private ClientIdentity client(
            Plan plan, Optional<ClientIdentity> known, String redirect, List<String> scopes)
            throws IOException, InterruptedException {
        boolean fits =
                known.isPresent() && known.get().redirect().map(redirect::equals).orElse(true);
        return fits ? known.get() : clients.register(plan.issuer(), redirect, scopes);
    }

    private void remember(AuthorizationServer issuer, ClientIdentity client)
            throws IOException, InterruptedException {
        change(it -> it.with(issuer.issuer(), client));
    }

    /// Perhaps the authorization server does not know the client any longer; then a later attempt
    /// registers a new one.
    private void forget(AuthorizationServer issuer, ClientIdentity client)
            throws IOException, InterruptedException {
        if (client.origin() == ClientIdentity.Origin.REGISTERED) {
            change(it -> it.withoutClient(issuer.issuer()));
        }
    }

    /// Remembers scopes for the next sign-in.
    void want(List<String> scopes) throws IOException, InterruptedException {
        change(it -> it.wanting(scopes));
    }

    private void change(UnaryOperator<ServerRecord> change)
            throws IOException, InterruptedException {
        ServerRecord _ =
                file.locked(() -> {
                    ServerRecord changed = change.apply(file.read());
                    file.write(changed);
                    return changed;
                });
    }

    private TokenEndpoint.Target target(Plan plan, ClientIdentity client) throws IOException {
        return new TokenEndpoint.Target(
                plan.issuer().issuer(),
                endpoint(plan.issuer()),
                plan.resource().resource(),
                clients.proof(client));
    }

    private String endpoint(AuthorizationServer issuer) throws IOException {
        return issuer.tokenEndpoint()
                .orElseThrow(() ->
                        new IOException(
                                "The authorization server %s names no token endpoint."
                                        .formatted(secrets.foreign(issuer.issuer()))));
    }

    private SignIn done(Plan plan, ClientIdentity client, TokenSet got) throws IOException {
        return new SignIn(
                plan.issuer().issuer(),
                plan.resource().resource(),
                endpoint(plan.issuer()),
                plan.issuer().revocationEndpoint(),
                client.id(),
                got);
    }
}
