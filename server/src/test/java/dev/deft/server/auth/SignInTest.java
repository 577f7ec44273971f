package dev.deft.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.deft.server.listener.ListenerFixture;
import dev.deft.server.store.AuditLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Browsers that sign in with a token and come with a cookie.
class SignInTest {

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

    private HttpResponse<String> login(String token) throws IOException, InterruptedException {
        return server.send(
                server.request("/login")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "token="
                                                + URLEncoder.encode(
                                                        token, StandardCharsets.UTF_8))));
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
    }

    private HttpResponse<String> with(String cookie) throws IOException, InterruptedException {
        return server.send(server.request("/v1/tokens").header("Cookie", "x=y; " + cookie));
    }

    private HttpResponse<String> act(String cookie, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                server.request("/v1/acts")
                        .header("Cookie", cookie)
                        .POST(HttpRequest.BodyPublishers.ofString("{}"));
        return server.send(headers.length == 0 ? request : request.headers(headers));
    }

    @Test
    void aTokenBecomesACookieThatPagesCannotRead() throws IOException, InterruptedException {
        String token = server.token();
        HttpResponse<String> response = login(token);
        assertThat(response.statusCode()).isEqualTo(303);
        assertThat(response.headers().firstValue("location")).contains("/");
        assertThat(response.headers().firstValue("set-cookie").orElseThrow())
                .matches("deft_session=deft_\\S+; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict")
                .doesNotContain(token.split("_", 3)[2]);
        assertThat(with(cookie(response)).statusCode()).isEqualTo(200);
        assertThat(server.get("/v1/tokens", cookie(response).split("=", 2)[1]).statusCode())
                .as("a cookie is no token")
                .isEqualTo(401);
        assertThat(with("deft_session=" + token).statusCode())
                .as("a token is no cookie")
                .isEqualTo(401);
    }

    @Test
    void jsonSignsInToo() throws IOException, InterruptedException {
        HttpRequest.Builder request =
                server.request("/login").header("Content-Type", "application/json");
        String good = "{\"token\":\"%s\"}".formatted(server.token());
        assertThat(
                        server.send(request.POST(HttpRequest.BodyPublishers.ofString(good)))
                                .statusCode())
                .isEqualTo(303);
        HttpResponse<String> bad =
                server.send(request.POST(HttpRequest.BodyPublishers.ofString("{\"token\":\"x\"}")));
        assertThat(bad.statusCode()).isEqualTo(401);
        assertThat(bad.body()).contains("\"code\":\"unauthenticated\"");
    }

    @Test
    void thePageSaysWhatWasWrongAndShowsTheTokenAsText() throws IOException, InterruptedException {
        HttpResponse<String> page =
                server.send(server.request("/login?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().map()).doesNotContainKey("set-cookie");
        assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'none'", "form-action 'self'")
                .doesNotContain("unsafe");
        assertThat(page.body())
                .contains("value=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\"")
                .doesNotContain("<script", "style=");
        HttpResponse<String> wrong = login("nonsense");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("role=\"alert\">This token is not valid");
    }

    @Test
    void theAddressThatIsPrintedSignsNobodyInByItself() throws IOException, InterruptedException {
        String once = server.tokens().issueOnce("ada").text();
        HttpResponse<String> page = server.send(server.request("/login?token=" + once));
        assertThat(page.body()).contains("value=\"" + once + "\"");
        assertThat(page.headers().map()).doesNotContainKey("set-cookie");
        assertThat(login(once).statusCode()).as("it was not used up").isEqualTo(303);
    }

    @Test
    void theFirstTokenWorksOnceEvenForManyAtOnce() throws Exception {
        String once = server.tokens().issueOnce("ada").text();
        Callable<HttpResponse<String>> attempt = () -> login(once);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var attempts = threads.invokeAll(Stream.generate(() -> attempt).limit(8).toList());
            int won = 0;
            for (Future<HttpResponse<String>> it : attempts) {
                if (it.get().statusCode() == 303) {
                    won++;
                    assertThat(with(cookie(it.get())).body()).contains("\"kind\":\"sign_in\"");
                }
            }
            assertThat(won).isEqualTo(1);
        }
    }

    @Test
    void theFirstTokenLastsAQuarterOfAnHourAndIsNoBearer()
            throws IOException, InterruptedException {
        String once = server.tokens().issueOnce("ada").text();
        assertThat(server.get("/v1/tokens", once).statusCode()).isEqualTo(401);
        server.pass(Duration.ofMinutes(15));
        assertThat(login(once).statusCode()).isEqualTo(401);
        assertThat(server.tokens().hasLasting()).isFalse();
    }

    @Test
    void aSignInByTheFirstTokenIsNoTokenThatLasts() throws IOException, InterruptedException {
        assertThat(login(server.tokens().issueOnce("ada").text()).statusCode()).isEqualTo(303);
        assertThat(server.tokens().hasLasting()).isFalse();
        assertThat(server.token()).isNotEmpty();
        assertThat(server.tokens().hasLasting()).isTrue();
    }

    @Test
    void actsNeedTheHeaderThatOtherPagesCannotSend() throws IOException, InterruptedException {
        String cookie = cookie(login(server.token()));
        HttpResponse<String> forged = act(cookie);
        assertThat(forged.statusCode()).isEqualTo(403);
        assertThat(forged.body()).contains("X-Deft-Request: 1");
        assertThat(act(cookie, "X-Deft-Request", "0").statusCode()).isEqualTo(403);
        assertThat(
                        act(cookie, "X-Deft-Request", "1", "Origin", "https://evil.example")
                                .statusCode())
                .isEqualTo(403);
        assertThat(act(cookie, "X-Deft-Request", "1", "Sec-Fetch-Site", "same-site").statusCode())
                .isEqualTo(403);
        assertThat(server.acts()).isZero();
        assertThat(
                        act(
                                        cookie,
                                        "X-Deft-Request",
                                        "1",
                                        "Sec-Fetch-Site",
                                        "same-origin",
                                        "Origin",
                                        "http://127.0.0.1:" + server.port())
                                .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aSignInEndsWithItsTokenAtOnce() throws IOException, InterruptedException {
        String token = server.token();
        String cookie = cookie(login(token));
        assertThat(with(cookie).statusCode()).isEqualTo(200);
        assertThat(server.tokens().revoke(token.split("_", 3)[1])).isTrue();
        assertThat(with(cookie).statusCode()).isEqualTo(401);
    }

    @Test
    void signingOutEndsASignIn() throws IOException, InterruptedException {
        String cookie = cookie(login(server.token()));
        HttpResponse<String> out =
                server.send(
                        server.request("/logout")
                                .header("Cookie", cookie)
                                .POST(HttpRequest.BodyPublishers.noBody()));
        assertThat(out.statusCode()).isEqualTo(303);
        assertThat(out.headers().firstValue("set-cookie").orElseThrow())
                .startsWith("deft_session=; Path=/; Max-Age=0");
        assertThat(with(cookie).statusCode()).isEqualTo(401);
        assertThat(server.audit().latest(0, 5))
                .extracting(AuditLog.Act::act, AuditLog.Act::person)
                .containsExactly(tuple("signOut", "ada"), tuple("signIn", "ada"));
    }

    @Test
    void aSignInIsRenewedWhileItIsUsedAndEndsAfterAWeek() throws IOException, InterruptedException {
        String cookie = cookie(login(server.token()));
        server.pass(Duration.ofHours(5));
        assertThat(with(cookie).headers().map()).doesNotContainKey("set-cookie");
        server.pass(Duration.ofHours(6));
        HttpResponse<String> later = with(cookie);
        assertThat(later.statusCode()).isEqualTo(200);
        String renewed = cookie(later);
        assertThat(with(cookie).statusCode()).as("requests under way").isEqualTo(200);
        server.pass(Duration.ofHours(2));
        assertThat(with(cookie).statusCode()).as("the old one").isEqualTo(401);
        for (int i = 0; i < 30; i++) {
            HttpResponse<String> response = with(renewed);
            if (response.statusCode() == 401) {
                assertThat(i).isGreaterThan(15);
                return;
            }
            renewed =
                    response.headers()
                            .firstValue("set-cookie")
                            .map(it -> it.split(";", 2)[0])
                            .orElse(renewed);
            server.pass(Duration.ofHours(7));
        }
        assertThat(renewed).as("ends after a week").isEmpty();
    }

    @Test
    void aSignInThatIsNotUsedEnds() throws IOException, InterruptedException {
        String cookie = cookie(login(server.token()));
        server.pass(Duration.ofHours(12));
        assertThat(with(cookie).statusCode()).isEqualTo(401);
    }

    @Test
    void whoSignsInAgainAndAgainEndsTheirOldestSignIn() throws IOException, InterruptedException {
        String token = server.token();
        String other = cookie(login(server.token()));
        String first = cookie(login(token));
        for (int i = 0; i < 50; i++) {
            assertThat(login(token).statusCode()).isEqualTo(303);
        }
        assertThat(with(first).statusCode()).isEqualTo(401);
        assertThat(with(other).statusCode()).isEqualTo(200);
        assertThat(server.tokens().list()).hasSize(2 + 50 + 1);
    }

    @Test
    void aSignInSurvivesARestart() throws IOException, InterruptedException {
        String cookie = cookie(login(server.token()));
        server.close();
        server = new ListenerFixture(directory);
        assertThat(with(cookie).statusCode()).isEqualTo(200);
    }

    @Test
    void openStreamsEndSoonAfterTheTokenIsRevoked() throws IOException, InterruptedException {
        String token = server.token();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<InputStream> stream =
                    client.send(
                            server.request("/v1/events")
                                    .header("Authorization", "Bearer " + token)
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            assertThat(stream.statusCode()).isEqualTo(200);
            assertThat(server.tokens().revoke(token.split("_", 3)[1])).isTrue();
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (server.listener().streams() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }
            assertThat(server.listener().streams()).isZero();
            stream.body().close();
        }
    }
}
