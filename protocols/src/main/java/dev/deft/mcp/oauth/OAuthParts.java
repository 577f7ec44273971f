package dev.deft.mcp.oauth;

import dev.deft.agent.config.UserDirectories;
import dev.deft.engine.network.UserRoutes;
import dev.deft.net.Connector;
import dev.deft.net.NameResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// What signing in needs of the world.
///
/// @param data the user's data directory
/// @param requestTimeout of one request
/// @param signInTimeout how long a person has to sign in
record OAuthParts(
        Map<String, String> environment,
        Path data,
        Connector connector,
        NameResolver resolver,
        InstantSource clock,
        Duration requestTimeout,
        Duration signInTimeout) {

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration SIGN_IN_TIMEOUT = Duration.ofMinutes(5);

    OAuthParts {
        environment = Map.copyOf(environment);
    }

    static OAuthParts of(Map<String, String> environment) {
        return new OAuthParts(
                environment,
                UserDirectories.from(environment).data(),
                new Connector(new UserRoutes(environment)),
                NameResolver.SYSTEM,
                InstantSource.system(),
                REQUEST_TIMEOUT,
                SIGN_IN_TIMEOUT);
    }

    OAuthParts withSignInTimeout(Duration timeout) {
        return new OAuthParts(
                environment, data, connector, resolver, clock, requestTimeout, timeout);
    }
}
