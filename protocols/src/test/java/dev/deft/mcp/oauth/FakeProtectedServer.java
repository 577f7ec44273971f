package dev.deft.mcp.oauth;

import dev.deft.json.Json;
import dev.deft.mcp.oauth.FakeHttp.Reply;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A server that wants a token for each request.
final class FakeProtectedServer implements AutoCloseable {

    static final String METADATA = "/.well-known/oauth-protected-resource/mcp";

    private final FakeHttp http = new FakeHttp();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private volatile Json.Obj metadata;

    FakeProtectedServer(String issuer) throws IOException {
        metadata =
                Json.Obj.EMPTY
                        .with("resource", url())
                        .with("authorization_servers", FakeIssuer.texts(issuer))
                        .with("scopes_supported", FakeIssuer.texts("read", "write"));
        http.on(METADATA, _ -> Reply.json(metadata.toString()));
        http.on("/mcp", this::serve);
    }

    String url() {
        return http.origin() + "/mcp";
    }

    FakeHttp http() {
        return http;
    }

    void metadata(String name, Json value) {
        metadata = metadata.with(name, value);
    }

    /// Refuses a token from now on.
    void refuse(String token) {
        refused.add("Bearer " + token);
    }

    List<String> challenge() {
        return List.of("Bearer resource_metadata=\"%s\"".formatted(http.origin() + METADATA));
    }

    private Reply serve(FakeHttp.Request request) {
        String token = request.header("Authorization");
        boolean accepted = token.startsWith("Bearer token-") && !refused.contains(token);
        return accepted
                ? Reply.json("{}")
                : new Reply(401, Map.of("WWW-Authenticate", challenge().getFirst()), "");
    }

    /// Whether a header is accepted now.
    boolean accepts(Optional<String> header) {
        return header.isPresent() && !refused.contains(header.get());
    }

    @Override
    public void close() {
        http.close();
    }
}
