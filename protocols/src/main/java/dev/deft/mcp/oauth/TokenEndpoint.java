package dev.deft.mcp.oauth;

import dev.deft.host.HttpUrl;
import dev.deft.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Asks an authorization server for tokens.
final class TokenEndpoint {

    private static final Duration LONGEST_LIFE = Duration.ofDays(3_650);

    private static final List<String> SECRET_FIELDS =
            List.of(
                    "code",
                    "code_verifier",
                    "refresh_token",
                    "client_secret",
                    "client_assertion",
                    "token");

    /// What may stand in the header `Authorization`.
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,16384}");

    private final OAuthHttp http;
    private final SecretTexts secrets;
    private final InstantSource clock;

    TokenEndpoint(OAuthHttp http, SecretTexts secrets, InstantSource clock) {
        this.http = http;
        this.secrets = secrets;
        this.clock = clock;
    }

    /// Where a token comes from, and what for.
    ///
    /// @param url of the token endpoint
    record Target(String issuer, String url, String resource, ClientProof client) {}

    /// Redeems a code.
    TokenSet redeem(
            Target target, String code, ProofKey proof, String redirect, List<String> requested)
            throws IOException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", redirect);
        form.put("code_verifier", proof.verifier());
        return request(target, form, requested);
    }

    /// Gets a token for the client itself.
    TokenSet unattended(Target target, List<String> requested)
            throws IOException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "client_credentials");
        if (!requested.isEmpty()) {
            form.put("scope", String.join(" ", requested));
        }
        return request(target, form, requested);
    }

    /// Renews a token. The authorization server may replace the refresh token too.
    TokenSet renew(Target target, TokenSet old) throws IOException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", old.refresh().orElse(""));
        TokenSet renewed = request(target, form, old.granted());
        return new TokenSet(
                renewed.access(),
                renewed.refresh().or(old::refresh),
                renewed.issued(),
                renewed.expires(),
                renewed.granted(),
                old.requested());
    }

    private TokenSet request(Target target, Map<String, String> form, List<String> requested)
            throws IOException, InterruptedException {
        form.put("resource", target.resource());
        OAuthHttp.Answer answer = send(target, "token endpoint", target.url(), form);
        Optional<String> access = answer.body().flatMap(it -> it.text("access_token"));
        if (!answer.isOk() || access.isEmpty()) {
            throw refused(target, answer);
        }
        return tokens(target, answer.body().get(), access.get(), requested);
    }

    /// Takes back a token.
    void revoke(Target target, String token) throws IOException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("token", token);
        OAuthHttp.Answer _ = send(target, "revocation endpoint", target.url(), form);
    }

    private OAuthHttp.Answer send(Target target, String what, String url, Map<String, String> form)
            throws IOException, InterruptedException {
        HttpUrl endpoint = http.endpoint(what, url);
        Map<String, String> headers = target.client().addTo(form, target.issuer(), clock.instant());
        SECRET_FIELDS.stream().filter(form::containsKey).map(form::get).forEach(secrets::add);
        target.client().secret().ifPresent(secrets::add);
        headers.values().forEach(secrets::add);
        return http.post(endpoint, FormText.TYPE, headers, FormText.write(form));
    }

    private TokenRefusedException refused(Target target, OAuthHttp.Answer answer) {
        Optional<String> code = answer.body().flatMap(it -> it.text("error"));
        String reason =
                code.map(secrets::foreign)
                        .map(it -> it + description(answer))
                        .orElse("it answers with status %d".formatted(answer.status()));
        return new TokenRefusedException(
                code.orElse(""),
                "The authorization server %s gives no token: %s."
                        .formatted(secrets.foreign(target.issuer()), reason));
    }

    private String description(OAuthHttp.Answer answer) {
        return answer.body()
                .flatMap(it -> it.text("error_description"))
                .map(it -> " (" + secrets.foreign(it) + ")")
                .orElse("");
    }

    private TokenSet tokens(Target target, Json.Obj answer, String access, List<String> requested)
            throws IOException {
        secrets.add(access);
        Optional<String> refresh = answer.text("refresh_token").filter(it -> !it.isEmpty());
        refresh.ifPresent(secrets::add);
        String type = answer.text("token_type").orElse("Bearer");
        if (!type.equalsIgnoreCase("Bearer") || !TOKEN.matcher(access).matches()) {
            throw new IOException(
                    "The authorization server %s gives a token of a kind that cannot be used."
                            .formatted(secrets.foreign(target.issuer())));
        }
        Instant now = clock.instant();
        return new TokenSet(
                access,
                refresh,
                now,
                life(answer).map(now::plus),
                answer.text("scope").map(Scopes::parse).orElse(requested),
                requested);
    }

    private static Optional<Duration> life(Json.Obj answer) {
        return MetadataFields.number(answer, "expires_in")
                .filter(it -> it >= 0)
                .map(it -> Duration.ofSeconds(Math.min(it, LONGEST_LIFE.toSeconds())));
    }
}
