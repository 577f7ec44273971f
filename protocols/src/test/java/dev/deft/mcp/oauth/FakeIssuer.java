package dev.deft.mcp.oauth;

import dev.deft.json.Json;
import dev.deft.mcp.oauth.FakeHttp.Reply;
import dev.deft.mcp.oauth.FakeHttp.Request;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// An authorization server that agrees to everything, unless a test changes a part of it.
final class FakeIssuer implements AutoCloseable {

    static final String METADATA = "/.well-known/oauth-authorization-server";

    private final FakeHttp http = new FakeHttp();
    private final AtomicInteger tokens = new AtomicInteger();
    private final String name;
    private volatile Json.Obj metadata;
    private volatile Function<Map<String, String>, Map<String, String>> answers = it -> it;
    private volatile int life = 3_600;
    private volatile boolean refreshing = true;

    FakeIssuer() throws IOException {
        this("this-test");
    }

    /// @param name ends its tokens
    FakeIssuer(String name) throws IOException {
        this.name = name;
        metadata =
                Json.Obj.EMPTY
                        .with("issuer", origin())
                        .with("authorization_endpoint", origin() + "/authorize")
                        .with("token_endpoint", origin() + "/token")
                        .with("registration_endpoint", origin() + "/register")
                        .with("revocation_endpoint", origin() + "/revoke")
                        .with("code_challenge_methods_supported", texts("S256"))
                        .with("token_endpoint_auth_methods_supported", texts("none"))
                        .with(
                                "authorization_response_iss_parameter_supported",
                                new Json.Bool(true));
        http.on(METADATA, _ -> Reply.json(metadata.toString()));
        http.on("/authorize", this::authorize);
        http.on("/register", _ -> Reply.json(201, "{\"client_id\": \"made-for-deft\"}"));
        http.on("/token", this::token);
        http.on("/revoke", _ -> Reply.json("{}"));
    }

    static Json.Arr texts(String... texts) {
        return Json.Arr.ofTexts(List.of(texts));
    }

    String origin() {
        return http.origin();
    }

    FakeHttp http() {
        return http;
    }

    void metadata(String name, Json value) {
        metadata = metadata.with(name, value);
    }

    void withoutMetadata(String name) {
        metadata = metadata.without(name);
    }

    /// Changes what the browser is sent back with.
    void answers(Function<Map<String, String>, Map<String, String>> change) {
        answers = change;
    }

    /// The life of the next tokens.
    void life(int seconds) {
        life = seconds;
    }

    void withoutRefreshTokens() {
        refreshing = false;
    }

    /// The number of tokens so far; the newest one is `token-N`.
    int issued() {
        return tokens.get();
    }

    private Reply authorize(Request request) {
        Map<String, String> answer = new LinkedHashMap<>();
        answer.put("code", "code-for-" + request.fields().get("client_id"));
        answer.put("state", request.fields().getOrDefault("state", ""));
        answer.put("iss", origin());
        return Reply.redirect(
                request.fields().get("redirect_uri") + "?" + FormText.write(answers.apply(answer)));
    }

    private Reply token(Request request) {
        int number = tokens.incrementAndGet();
        Json.Obj answer =
                Json.Obj.EMPTY
                        .with("access_token", "token-%d-of-%s".formatted(number, name))
                        .with("token_type", "Bearer")
                        .with("expires_in", Json.Num.of(life));
        return Reply.json(
                (refreshing
                                ? answer.with(
                                        "refresh_token", "refresh-%d-of-%s".formatted(number, name))
                                : answer)
                        .toString());
    }

    @Override
    public void close() {
        http.close();
    }
}
