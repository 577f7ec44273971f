package dev.deft.mcp.oauth;

import dev.deft.agent.config.McpServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Signing in as the conformance suite wants it: with the client that it hands out, and with a
/// person who agrees to everything.
public final class ConformanceSignIn {

    private static final String DOCUMENT = "https://conformance-test.local/client-metadata.json";
    private static final String SECRET = "CONFORMANCE_CLIENT_PASS";
    private static final String KEY = "CONFORMANCE_CLIENT_PEM";

    private ConformanceSignIn() {}

    /// Authorizes the requests of one scenario.
    ///
    /// @param environment of the process that the suite started
    public static RequestAuthorization authorization(String url, Map<String, String> environment)
            throws IOException {
        Json.Obj context = context(environment);
        Path home = Files.createTempDirectory("conformance");
        Map<String, String> own = new HashMap<>(Map.of("DEFT_HOME", home.toString()));
        context.text("client_secret").ifPresent(it -> own.put(SECRET, it));
        context.text("private_key_pem").ifPresent(it -> own.put(KEY, it));
        return new OAuthSignIn(own).authorization(server(url, environment, context), new QuickPerson());
    }

    private static McpServer.Remote server(
            String url, Map<String, String> environment, Json.Obj context) {
        boolean unattended =
                environment
                        .getOrDefault("MCP_CONFORMANCE_SCENARIO", "")
                        .startsWith("auth/client-credentials");
        var client =
                new McpServer.OAuthClient(
                        context.text("client_secret").map(_ -> SECRET),
                        context.text("private_key_pem").map(_ -> KEY),
                        unattended,
                        Optional.empty(),
                        Optional.empty());
        String id = context.text("client_id").orElse(DOCUMENT);
        return new McpServer.Remote(
                "suite",
                url,
                Map.of(),
                new McpServer.OAuth(true, Optional.of(id), Optional.empty(), client));
    }

    private static Json.Obj context(Map<String, String> environment) throws IOException {
        try {
            return JsonText.parseObject(environment.getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}"));
        } catch (JsonSyntaxException e) {
            throw new IOException(e);
        }
    }
}
