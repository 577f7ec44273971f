package dev.deft.server.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.server.store.StoredReplies;
import dev.deft.server.store.file.FileReplies;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests that are sent again.
class IdempotencyTest {

    private static final String KEY = "Idempotency-Key";

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

    @Test
    void theSameRequestActsOnceAndGetsTheSameAnswer() throws IOException, InterruptedException {
        String token = server.token();
        HttpResponse<String> first = server.post("/v1/acts", token, "{\"a\":1}", KEY, "k");
        HttpResponse<String> again = server.post("/v1/acts", token, "{\"a\":1}", KEY, "k");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().map()).doesNotContainKey("idempotency-replayed");
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("location")).contains("/v1/acts/1");
        assertThat(again.headers().firstValue("content-type")).contains("application/json");
        assertThat(again.headers().firstValue("idempotency-replayed")).contains("true");
        assertThat(server.acts()).isEqualTo(1);
    }

    @Test
    void anotherRequestWithTheSameKeyIsRefused() throws IOException, InterruptedException {
        String token = server.token();
        server.post("/v1/acts", token, "{\"a\":1}", KEY, "k");
        HttpResponse<String> changed = server.post("/v1/acts", token, "{\"a\":2}", KEY, "k");
        assertThat(changed.statusCode()).isEqualTo(422);
        assertThat(changed.body()).contains("\"code\":\"idempotency_mismatch\"");
        assertThat(server.post("/v1/acts?x=1", token, "{\"a\":1}", KEY, "k").statusCode())
                .isEqualTo(422);
        assertThat(server.post("/v1/gated", token, "{\"a\":1}", KEY, "k").statusCode())
                .isEqualTo(422);
        assertThat(server.acts()).isEqualTo(1);
    }

    @Test
    void keysOfOthersAreOthers() throws IOException, InterruptedException {
        server.post("/v1/acts", server.token(), "{}", KEY, "k");
        HttpResponse<String> other = server.post("/v1/acts", server.token(), "{}", KEY, "k");
        assertThat(other.headers().map()).doesNotContainKey("idempotency-replayed");
        assertThat(server.acts()).isEqualTo(2);
    }

    @Test
    void fiftyAtOnceActOnce() throws Exception {
        String token = server.token();
        Callable<HttpResponse<String>> send = () -> server.post("/v1/gated", token, "{}", KEY, "k");
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> sent =
                    Stream.generate(() -> threads.submit(send)).limit(50).toList();
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (sent.stream().filter(Future::isDone).count() < 49
                    && System.nanoTime() < deadline) {
                Thread.sleep(10);
            }
            server.openGate();
            for (Future<HttpResponse<String>> it : sent) {
                statuses.add(it.get().statusCode());
            }
        }
        assertThat(statuses).hasSize(50).containsOnly(201, 409);
        assertThat(statuses.stream().filter(it -> it == 201)).hasSize(1);
        assertThat(server.acts()).isEqualTo(1);
        assertThat(server.post("/v1/gated", token, "{}", KEY, "k").statusCode()).isEqualTo(201);
        assertThat(server.acts()).isEqualTo(1);
    }

    @Test
    void whatHadNoEffectMayBeSentAgain() throws IOException, InterruptedException {
        String token = server.token();
        assertThat(server.post("/v1/conflict", token, "{}", KEY, "k").statusCode()).isEqualTo(409);
        assertThat(server.post("/v1/conflict", token, "{}", KEY, "k").statusCode()).isEqualTo(409);
        assertThat(server.acts()).isEqualTo(2);
    }

    @Test
    void whatMayHaveHadAnEffectIsNotCarriedOutAgain() throws IOException, InterruptedException {
        String token = server.token();
        HttpResponse<String> first = server.post("/v1/broken", token, "{}", KEY, "k");
        HttpResponse<String> again = server.post("/v1/broken", token, "{}", KEY, "k");
        assertThat(first.statusCode()).isEqualTo(500);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(server.acts()).isEqualTo(1);
    }

    @Test
    void keysThatAreNoneAreRefused() throws IOException, InterruptedException {
        String token = server.token();
        for (String key : new String[] {"", "a b", "a".repeat(129), "ä"}) {
            assertThat(
                            RawClient.exchange(
                                    server.port(),
                                    "POST /v1/acts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nIdempotency-Key: %s\r\nContent-Length: 0\r\n\r\n"
                                            .formatted(token, key)))
                    .startsWith("HTTP/1.1 400 ");
        }
        assertThat(server.acts()).isZero();
    }

    @Test
    void aRestartForgetsNothing() throws IOException, InterruptedException {
        String token = server.token();
        HttpResponse<String> first = server.post("/v1/acts", token, "{}", KEY, "k");
        server.close();
        server = new ListenerFixture(directory);
        HttpResponse<String> again = server.post("/v1/acts", token, "{}", KEY, "k");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("idempotency-replayed")).contains("true");
        assertThat(server.acts()).isZero();
    }

    @Test
    void aRequestThatAServerDiedOnIsNotCarriedOutAgain() throws IOException {
        var before = new FileReplies(directory.resolve("r"), InstantSource.system());
        assertThat(before.claim("k", "f")).isEqualTo(new StoredReplies.Claim.Won());
        assertThat(before.claim("k", "f")).isEqualTo(new StoredReplies.Claim.Busy());
        assertThat(before.claim("k", "g")).isEqualTo(new StoredReplies.Claim.Mismatch());
        var after = new FileReplies(directory.resolve("r"), InstantSource.system());
        assertThat(after.claim("k", "f"))
                .isInstanceOfSatisfying(
                        StoredReplies.Claim.Done.class,
                        it -> assertThat(it.reply().body()).contains("look whether it was done"));
    }

    @Test
    void keysAreKeptForADay() throws IOException {
        Instant now = Instant.now();
        var reply = new StoredReplies.Reply(200, "application/json", "", "{}");
        var today = new FileReplies(directory.resolve("r"), () -> now);
        assertThat(today.claim("k", "f")).isEqualTo(new StoredReplies.Claim.Won());
        today.settle("k", reply);
        today.sweep();
        assertThat(today.find("k")).contains(reply);
        var tomorrow = new FileReplies(directory.resolve("r"), () -> now.plusSeconds(90_000));
        Path other = Files.writeString(directory.resolve("r").resolve("tokens.json"), "{}");
        tomorrow.sweep();
        assertThat(other).exists();
        assertThat(directory.resolve("r").resolve("replies")).isEmptyDirectory();
        assertThat(tomorrow.claim("k", "other")).isEqualTo(new StoredReplies.Claim.Won());
    }
}
