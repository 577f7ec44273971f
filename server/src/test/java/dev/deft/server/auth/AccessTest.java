package dev.deft.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.server.access.AccessScope;
import dev.deft.server.listener.ListenerFixture;
import dev.deft.server.listener.ListenerLimits;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who is let in, and to what.
class AccessTest {

    @TempDir private Path directory;
    private ListenerFixture server;

    @BeforeEach
    void start() throws IOException {
        server = new ListenerFixture(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String note(String workspace) {
        return "/v1/workspaces/" + workspace + "/notes/n";
    }

    private HttpResponse<String> put(String workspace, String token)
            throws IOException, InterruptedException {
        return server.send(
                server.request(note(workspace))
                        .header("Authorization", "Bearer " + token)
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"text\":\"hello\"}")));
    }

    @Test
    void nobodyIsLetInWithoutAToken() throws IOException, InterruptedException {
        HttpResponse<String> response = server.send(server.request("/v1/large"));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("www-authenticate"))
                .contains("Bearer realm=\"deft\"");
        assertThat(response.body()).contains("\"code\":\"unauthenticated\"");
    }

    @Test
    void tokensThatAreNoneAreRefused() throws IOException, InterruptedException {
        String token = server.token();
        String id = token.split("_", 3)[1];
        for (String it :
                new String[] {
                    "",
                    "x",
                    token + "x",
                    token.substring(0, token.length() - 1),
                    "deft_" + id + "_",
                    "deft_" + id + "_" + "A".repeat(43),
                    "deft_nobody_" + token.split("_", 3)[2],
                    id
                }) {
            assertThat(server.get("/v1/large", it).statusCode()).as(it).isEqualTo(401);
        }
    }

    @Test
    void aScopeAllowsWhatItSaysAndNothingElse() throws IOException, InterruptedException {
        String looks = server.token(Set.of(AccessScope.LOOK), Optional.empty());
        String speaks = server.token(Set.of(AccessScope.LOOK, AccessScope.SPEAK), Optional.empty());
        assertThat(put("w", speaks).statusCode()).isEqualTo(200);
        assertThat(server.get(note("w"), looks).statusCode()).isEqualTo(200);
        HttpResponse<String> refused = put("w", looks);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("scope speak");
        assertThat(server.get("/v1/tokens", speaks).statusCode()).isEqualTo(403);
        assertThat(server.get("/v1/audit", speaks).statusCode()).isEqualTo(403);
    }

    @Test
    void otherPeoplesWorkspacesDoNotExist() throws IOException, InterruptedException {
        String theirs = server.token(Set.of(AccessScope.values()), Optional.of(Set.of("mine")));
        assertThat(put("secret", server.token()).statusCode()).isEqualTo(200);
        assertThat(put("mine", theirs).statusCode()).isEqualTo(200);
        HttpResponse<String> hidden = server.get(note("secret"), theirs);
        HttpResponse<String> absent = server.get(note("nowhere"), theirs);
        assertThat(hidden.statusCode()).isEqualTo(404);
        assertThat(hidden.body())
                .isEqualTo(absent.body().replace("nowhere", "secret"))
                .contains("There is no workspace secret.");
        assertThat(put("secret", theirs).statusCode()).isEqualTo(404);
        assertThat(server.post("/raw/secret", theirs, "").statusCode()).isEqualTo(404);
        assertThat(server.get("/v1/audit?workspace=secret", theirs).statusCode()).isEqualTo(404);
        assertThat(server.get("/v1/audit", theirs).body())
                .contains("workspaces/mine/notes/n")
                .doesNotContain("secret");
    }

    @Test
    void nobodyIssuesATokenThatAllowsMoreThanTheirOwn() throws IOException, InterruptedException {
        String some =
                server.token(
                        Set.of(AccessScope.LOOK, AccessScope.ADMINISTER),
                        Optional.of(Set.of("mine")));
        String body = "{\"person\":\"eve\",\"scopes\":[\"%s\"]%s}";
        String mine = ",\"workspaces\":[\"mine\"]";
        assertThat(server.post("/v1/tokens", some, body.formatted("look", mine)).statusCode())
                .isEqualTo(201);
        assertThat(server.post("/v1/tokens", some, body.formatted("speak", mine)).statusCode())
                .isEqualTo(403);
        assertThat(server.post("/v1/tokens", some, body.formatted("look", "")).statusCode())
                .isEqualTo(403);
        String other = ",\"workspaces\":[\"mine\",\"secret\"]";
        assertThat(server.post("/v1/tokens", some, body.formatted("look", other)).statusCode())
                .isEqualTo(403);
        assertThat(server.post("/v1/tokens", some, body.formatted("rule", mine)).statusCode())
                .isEqualTo(400);
    }

    @Test
    void aTokenIsIssuedListedUsedAndRevoked() throws IOException, InterruptedException {
        String admin = server.token();
        HttpResponse<String> issued =
                server.post(
                        "/v1/tokens",
                        admin,
                        "{\"person\":\"bob\",\"scopes\":[\"look\"],\"expires\":\"2030-02-01T00:00:00Z\"}");
        assertThat(issued.statusCode()).isEqualTo(201);
        String token = issued.body().replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        String place = issued.headers().firstValue("location").orElseThrow();
        String secret = token.split("_", 3)[2];
        assertThat(server.get("/v1/large", token).statusCode()).isEqualTo(200);
        assertThat(server.get("/v1/tokens", admin).body())
                .contains("\"person\":\"bob\"", "\"kind\":\"token\"")
                .doesNotContain(secret, "hash");
        HttpResponse<String> revoked =
                server.send(
                        server.request(place).header("Authorization", "Bearer " + admin).DELETE());
        assertThat(revoked.statusCode()).isEqualTo(204);
        assertThat(server.get("/v1/large", token).statusCode()).isEqualTo(401);
        assertThat(
                        server.send(
                                        server.request(place)
                                                .header("Authorization", "Bearer " + admin)
                                                .DELETE())
                                .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTokenExpires() throws IOException, InterruptedException {
        String token =
                server.tokens()
                        .issue(
                                new Tokens.Grant(
                                        "bob",
                                        Set.of(AccessScope.LOOK),
                                        Optional.empty(),
                                        Optional.of(Instant.parse("2030-01-01T13:00:00Z"))))
                        .text();
        server.pass(Duration.ofMinutes(59));
        assertThat(server.get("/v1/large", token).statusCode()).isEqualTo(200);
        server.pass(Duration.ofMinutes(1));
        assertThat(server.get("/v1/large", token).statusCode()).isEqualTo(401);
    }

    @Test
    void guessingIsSlowedDownButThoseWithATokenAreNot() throws IOException, InterruptedException {
        String token = server.token();
        int failed = 0;
        HttpResponse<String> last = guess();
        while (last.statusCode() == 401 && failed < 1000) {
            failed++;
            last = guess();
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(failed).isGreaterThanOrEqualTo(10);
        assertThat(last.headers().firstValueAsLong("retry-after").orElseThrow()).isBetween(1L, 6L);
        assertThat(server.get("/v1/large", token).statusCode()).isEqualTo(200);
        HttpResponse<String> login =
                server.send(
                        server.request("/login")
                                .POST(HttpRequest.BodyPublishers.ofString("token=" + token)));
        assertThat(login.statusCode()).isEqualTo(429);
    }

    private HttpResponse<String> guess() throws IOException, InterruptedException {
        return server.get("/v1/large", "deft_x_" + "A".repeat(43));
    }

    @Test
    void onlyHashesAreStoredInFilesOfTheOwner() throws IOException, InterruptedException {
        String token = server.token();
        String secret = token.split("_", 3)[2];
        HttpResponse<String> issued =
                server.post(
                        "/v1/tokens",
                        token,
                        "{\"person\":\"bob\",\"scopes\":[\"look\"]}",
                        "Idempotency-Key",
                        "k1");
        String other = issued.body().replaceAll(".*\"token\":\"deft_[^_]+_([^\"]+)\".*", "$1");
        assertThat(other).hasSize(43);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path it : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(it)).as(it.toString()).doesNotContain(secret, other);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(it)))
                        .as(it.toString())
                        .isEqualTo("rw-------");
            }
        }
        HttpResponse<String> again =
                server.post(
                        "/v1/tokens",
                        token,
                        "{\"person\":\"bob\",\"scopes\":[\"look\"]}",
                        "Idempotency-Key",
                        "k1");
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("not kept");
    }

    @Test
    void everyActIsNotedWithoutContentsAndSecrets() throws IOException, InterruptedException {
        String token = server.token();
        String looks = server.token(Set.of(AccessScope.LOOK), Optional.empty());
        put("w", token);
        put("w", looks);
        server.get(note("w"), token);
        server.post("/v1/acts?token=" + token, token, "{\"password\":\"hunter2\"}");
        assertThat(server.audit().latest(0, 10))
                .extracting(AuditLog.Act::act, AuditLog.Act::target, AuditLog.Act::status)
                .containsExactly(
                        tuple("act", "acts", 201),
                        tuple("writeNote", "workspaces/w/notes/n", 403),
                        tuple("writeNote", "workspaces/w/notes/n", 200));
        String all = server.get("/v1/audit?limit=2", token).body();
        assertThat(all)
                .contains("\"person\":\"ada\"", "from 127.0.0.1", "\"next\":\"2\"")
                .doesNotContain("hunter2", token.split("_", 3)[2]);
        assertThat(server.get("/v1/audit?cursor=2", token).body())
                .contains("\"id\":1")
                .doesNotContain("\"id\":2", "\"next\"");
    }

    @Test
    void tooManyRequestsOfOneTokenAreRefusedAndOthersAreNot()
            throws IOException, InterruptedException {
        server.close();
        var settings = ListenerSettings.loopback(0);
        server =
                new ListenerFixture(
                        directory,
                        settings.with(settings.limits().with(new ListenerLimits.Rates(1, 1, 10))));
        String busy = server.token();
        String calm = server.token();
        HttpResponse<String> last = server.post("/v1/acts", busy, "{}");
        for (int i = 0; i < 50 && last.statusCode() != 429; i++) {
            last = server.post("/v1/acts", busy, "{}");
        }
        assertThat(last.statusCode()).isEqualTo(429);
        assertThat(last.headers().firstValue("retry-after")).contains("1");
        assertThat(server.post("/v1/acts", calm, "{}").statusCode()).isEqualTo(201);
    }

    @Test
    void utf8InHeadersAndBodiesArrives() throws IOException, InterruptedException {
        HttpResponse<String> response =
                server.send(
                        server.request(note("w"))
                                .header("Authorization", "Bearer " + server.token())
                                .PUT(
                                        HttpRequest.BodyPublishers.ofByteArray(
                                                "{\"text\":\"Grüße 🌍\"}"
                                                        .getBytes(StandardCharsets.UTF_8))));
        assertThat(response.body()).isEqualTo("{\"text\":\"Grüße 🌍\"}");
    }
}
