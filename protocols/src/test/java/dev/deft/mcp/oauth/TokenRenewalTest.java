package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.McpServer;
import dev.deft.mcp.oauth.FakeHttp.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenRenewalTest {

    private static final int THREADS = 16;
    private static final int PROCESSES = 3;

    @TempDir Path home;
    private SignInWorld world;

    @BeforeEach
    void open() throws IOException {
        world = new SignInWorld(home);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void renewsATokenShortlyBeforeItExpires() throws Exception {
        world.login();
        RequestAuthorization authorization = world.nobody();
        world.pass(Duration.ofMinutes(58));
        assertThat(authorization.header()).contains("Bearer token-1-of-this-test");
        world.pass(Duration.ofSeconds(61));
        assertThat(authorization.header()).contains("Bearer token-2-of-this-test");
        assertThat(renewals().getFirst())
                .containsEntry("refresh_token", "refresh-1-of-this-test")
                .containsEntry("resource", world.server().url())
                .containsEntry("client_id", "made-for-deft");
    }

    private List<Map<String, String>> renewals() {
        return world.issuer().http().requests("/token").stream()
                .map(FakeHttp.Request::fields)
                .filter(it -> "refresh_token".equals(it.get("grant_type")))
                .toList();
    }

    @Test
    void usesEachRefreshTokenOnce() throws Exception {
        world.login();
        RequestAuthorization authorization = world.nobody();
        world.pass(Duration.ofHours(1));
        authorization.header();
        world.pass(Duration.ofHours(1));
        authorization.header();
        assertThat(renewals().stream().map(it -> it.get("refresh_token")))
                .containsExactly("refresh-1-of-this-test", "refresh-2-of-this-test");
    }

    @Test
    void keepsTheRefreshTokenIfItGetsNoNewOne() throws Exception {
        world.login();
        world.issuer().withoutRefreshTokens();
        RequestAuthorization authorization = world.nobody();
        world.pass(Duration.ofHours(1));
        authorization.header();
        world.pass(Duration.ofHours(1));
        authorization.header();
        assertThat(renewals().stream().map(it -> it.get("refresh_token")))
                .containsExactly("refresh-1-of-this-test", "refresh-1-of-this-test");
    }

    @Test
    void renewsOnceForManyThreads() throws Exception {
        world.login();
        RequestAuthorization one = world.nobody();
        RequestAuthorization other = world.nobody();
        world.pass(Duration.ofHours(1));
        List<Callable<Optional<String>>> work = new ArrayList<>();
        work.addAll(Collections.nCopies(THREADS, one::header));
        work.addAll(Collections.nCopies(THREADS, other::header));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var header : threads.invokeAll(work)) {
                assertThat(header.get()).contains("Bearer token-2-of-this-test");
            }
        }
        assertThat(renewals()).hasSize(1);
    }

    @Test
    void signsInOnceForManyRefusedRequests() throws Exception {
        RequestAuthorization authorization = world.person();
        List<Callable<Boolean>> work =
                Collections.nCopies(THREADS, () -> world.request(authorization));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var sent : threads.invokeAll(work)) {
                assertThat(sent.get()).isTrue();
            }
        }
        assertThat(world.issuer().http().requests("/authorize")).hasSize(1);
    }

    @Test
    void sendsARequestAgainThatWasRefusedBeforeAnotherOneGotAToken() throws Exception {
        RequestAuthorization authorization = world.person();
        List<String> challenge = world.server().challenge();
        Optional<String> none = authorization.header();
        assertThat(authorization.challenged(401, challenge, none)).isTrue();
        Optional<String> first = authorization.header();
        assertThat(authorization.challenged(401, challenge, none)).isTrue();
        world.pass(Duration.ofMinutes(1));
        assertThat(authorization.challenged(401, challenge, first)).isTrue();
        assertThat(authorization.challenged(401, challenge, first)).isTrue();
        assertThat(world.issuer().http().requests("/authorize")).hasSize(1);
        assertThat(renewals()).hasSize(1);
    }

    /// A program that renews a token and prints the header.
    static final class Renewing {

        private Renewing() {}

        static void main(String[] arguments) throws IOException, InterruptedException {
            OAuthParts parts = OAuthParts.of(Map.of("DEFT_HOME", arguments[0]));
            var late =
                    new OAuthParts(
                            parts.environment(),
                            parts.data(),
                            parts.connector(),
                            parts.resolver(),
                            InstantSource.fixed(Instant.parse(arguments[2])),
                            parts.requestTimeout(),
                            parts.signInTimeout());
            var server =
                    new McpServer.Remote(
                            "tracker",
                            arguments[1],
                            Map.of(),
                            new McpServer.OAuth(true, Optional.empty(), Optional.empty()));
            System.out.print(
                    new OAuthSignIn(late)
                            .authorization(server, SignInOpener.NOBODY)
                            .header()
                            .orElse("none"));
        }
    }

    @Test
    void renewsOnceForSeveralProcesses() throws Exception {
        world.login();
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            all.add(
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    Renewing.class.getName(),
                                    home.toString(),
                                    world.server().url(),
                                    "2026-01-01T01:00:00Z")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        }
        for (Process it : all) {
            assertThat(new String(it.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("Bearer token-2-of-this-test");
        }
        assertThat(renewals()).hasSize(1);
    }

    @Test
    void renewsATokenThatTheServerRefuses() throws Exception {
        world.login();
        world.pass(Duration.ofMinutes(1));
        world.server().refuse("token-1-of-this-test");
        assertThat(world.request(world.nobody())).isTrue();
        assertThat(renewals()).hasSize(1);
    }

    @Test
    void asksForASignInIfTheRefreshTokenIsNoLongerGood() throws Exception {
        world.login();
        world.issuer().http().on("/token", _ -> Reply.json(400, "{\"error\":\"invalid_grant\"}"));
        world.pass(Duration.ofHours(1));
        RequestAuthorization authorization = world.nobody();
        assertThat(authorization.header()).isEmpty();
        assertThatThrownBy(() -> world.request(authorization))
                .isInstanceOf(SignInRequiredException.class);
        assertThat(world.file().path()).content().doesNotContain("refresh-1");
    }

    @Test
    void usesATokenToItsEndIfItCannotBeRenewed() throws Exception {
        world.login();
        world.issuer().http().on("/token", _ -> Reply.json(503, "{}"));
        RequestAuthorization authorization = world.nobody();
        world.pass(Duration.ofMinutes(59).plusSeconds(30));
        assertThat(authorization.header()).contains("Bearer token-1-of-this-test");
        world.pass(Duration.ofMinutes(1));
        assertThatThrownBy(authorization::header)
                .hasMessageContaining("gives no token")
                .hasMessageContaining("503");
        assertThat(world.file().path()).content().contains("refresh-1");
    }

    @Test
    void doesNotLoopOverAServerThatRefusesEveryToken() throws Exception {
        for (int i = 1; i <= 20; i++) {
            world.server().refuse("token-%d-of-this-test".formatted(i));
        }
        RequestAuthorization authorization = world.person();
        assertThatThrownBy(() -> world.request(authorization))
                .hasMessageContaining("refuses the token that")
                .hasMessageNotContaining("token-");
        assertThat(world.issuer().issued()).isEqualTo(1);
    }

    @Test
    void givesUpOnAServerThatAsksForEverMore() throws Exception {
        RequestAuthorization authorization = world.person();
        assertThat(world.request(authorization)).isTrue();
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                authorization.challenged(
                                        403,
                                        List.of(
                                                "Bearer error=\"insufficient_scope\", scope=\"s%d\""
                                                        .formatted(i)),
                                        authorization.header());
                            }
                        })
                .hasMessageContaining("so it gets no more");
        assertThat(world.issuer().issued()).isEqualTo(10);
    }

    @Test
    void asksOnceForScopesThatItDoesNotGet() throws Exception {
        RequestAuthorization authorization = world.person();
        assertThat(world.request(authorization)).isTrue();
        List<String> more = List.of("Bearer error=\"insufficient_scope\", scope=\"admin\"");
        assertThat(authorization.challenged(403, more, authorization.header())).isTrue();
        assertThat(world.issuer().http().requests("/authorize").getLast().fields())
                .containsEntry("scope", "read write admin");
        assertThatThrownBy(() -> authorization.challenged(403, more, authorization.header()))
                .hasMessageContaining("asks for rights that its sign-in does not give: admin");
    }

    @Test
    void leavesOtherRefusalsToTheCaller() throws Exception {
        RequestAuthorization authorization = world.person();
        assertThat(world.request(authorization)).isTrue();
        assertThat(authorization.challenged(403, List.of(), authorization.header())).isFalse();
        assertThat(authorization.challenged(500, List.of(), authorization.header())).isFalse();
    }
}
