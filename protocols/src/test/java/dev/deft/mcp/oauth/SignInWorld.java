package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.engine.network.UserRoutes;
import dev.deft.net.Connector;
import dev.deft.net.NameResolver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A server, its authorization server, a user's directory, and a clock that stands still.
final class SignInWorld implements AutoCloseable {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeIssuer issuer = new FakeIssuer();
    private final FakeProtectedServer server = new FakeProtectedServer(issuer.origin());
    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final Map<String, String> environment = new HashMap<>();
    private final Path home;
    private Duration requestTimeout = Duration.ofSeconds(20);
    private Duration signInTimeout = Duration.ofSeconds(20);
    private McpServer.OAuth settings =
            new McpServer.OAuth(true, Optional.empty(), Optional.empty());

    SignInWorld(Path home) throws IOException {
        this.home = home;
        environment.put("DEFT_HOME", home.toString());
    }

    FakeIssuer issuer() {
        return issuer;
    }

    FakeProtectedServer server() {
        return server;
    }

    Path data() {
        return home.resolve("data");
    }

    ServerFile file() {
        return new ServerFile(data(), server.url());
    }

    void variable(String name, String value) {
        environment.put(name, value);
    }

    void settings(McpServer.OAuth changed) {
        settings = changed;
    }

    void requestTimeout(Duration timeout) {
        requestTimeout = timeout;
    }

    void signInTimeout(Duration timeout) {
        signInTimeout = timeout;
    }

    void pass(Duration time) {
        now.updateAndGet(it -> it.plus(time));
    }

    McpServer.Remote remote() {
        return new McpServer.Remote("tracker", server.url(), Map.of(), settings);
    }

    OAuthSignIn signIn() {
        return new OAuthSignIn(
                new OAuthParts(
                        environment,
                        data(),
                        new Connector(new UserRoutes(environment)),
                        NameResolver.SYSTEM,
                        now::get,
                        requestTimeout,
                        signInTimeout));
    }

    SignInStatus login() throws IOException, InterruptedException {
        return signIn().login(remote(), new QuickPerson());
    }

    RequestAuthorization person() {
        return signIn().authorization(remote(), new QuickPerson());
    }

    RequestAuthorization nobody() {
        return signIn().authorization(remote(), SignInOpener.NOBODY);
    }

    /// What a transport does for one request.
    boolean request(RequestAuthorization authorization) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 4; attempt++) {
            Optional<String> header = authorization.header();
            if (server.accepts(header)) {
                return true;
            }
            if (!authorization.challenged(401, server.challenge(), header)) {
                return false;
            }
        }
        return false;
    }

    @Override
    public void close() {
        server.close();
        issuer.close();
    }
}
