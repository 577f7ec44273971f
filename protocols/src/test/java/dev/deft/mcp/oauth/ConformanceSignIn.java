package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.json.Json;
import dev.deft.protocols.ConformanceClient.Order;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Signing in as the conformance suite wants it: with the client that it hands out, and with a
/// person who agrees to everything.
///
/// @param home of users, one for each scenario
public record ConformanceSignIn(Path home) {

    private static final String DOCUMENT = "https://conformance-test.local/client-metadata.json";
    private static final String SECRET = "CONFORMANCE_CLIENT_PASS";
    private static final String KEY = "CONFORMANCE_CLIENT_PEM";

    /// Authorizes the requests of one scenario.
    public RequestAuthorization authorization(Order order) {
        Json.Obj context = order.context();
        Map<String, String> environment = new HashMap<>();
        environment.put("DEFT_HOME", home.resolve(UUID.randomUUID().toString()).toString());
        context.text("client_secret").ifPresent(it -> environment.put(SECRET, it));
        context.text("private_key_pem").ifPresent(it -> environment.put(KEY, it));
        return new OAuthSignIn(environment).authorization(server(order), new QuickPerson());
    }

    private static McpServer.Remote server(Order order) {
        Json.Obj context = order.context();
        var client =
                new McpServer.OAuthClient(
                        context.text("client_secret").map(_ -> SECRET),
                        context.text("private_key_pem").map(_ -> KEY),
                        order.scenario().startsWith("auth/client-credentials"),
                        Optional.empty(),
                        Optional.empty());
        String id = context.text("client_id").orElse(DOCUMENT);
        return new McpServer.Remote(
                "judge",
                order.server().toString(),
                Map.of(),
                new McpServer.OAuth(true, Optional.of(id), Optional.empty(), client));
    }
}
