package dev.deft.postgres.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.postgres.Eventually;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresClusterTest {

    private static final SessionRef SESSION = new SessionRef("w", "s1");

    @TempDir Path root;

    private static ApiRequest request() {
        return new ApiRequest(
                "POST",
                "/v1/workspaces/w/sessions/s1/messages",
                Map.of("workspace", "w"),
                Map.of("q", "1"),
                Map.of("authorization", "Bearer secret", "x-a", "b"),
                "{\"text\":\"\u0000 'x'\"}",
                new Principal("ann", "t1", Set.of(AccessScope.SPEAK), Optional.of(Set.of("w"))));
    }

    private PostgresStore open(TestStores stores, String name) throws IOException {
        PostgresStore store = stores.open(name);
        var _ = store.sessions(new ServedWorkspace("w", root));
        return store;
    }

    private static AutoCloseable begin(PostgresStore store, Cluster.Local local)
            throws IOException {
        return store.cluster().begin(local, _ -> {});
    }

    private static String text(ApiResponse response) {
        return new String(
                ((ApiResponse.Body.Bytes) response.body()).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aRequestIsCarriedOutByTheServerThatHasTheSession() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = open(stores, "a");
            PostgresStore b = open(stores, "b");
            List<ApiRequest> handled = Collections.synchronizedList(new ArrayList<>());
            try (SessionLease _ =
                            b.sessions(new ServedWorkspace("w", root)).lease(new SessionId("s1"));
                    AutoCloseable _ =
                            begin(
                                    b,
                                    it -> {
                                        handled.add(it);
                                        return ApiResponse.text(201, "text/plain", "done \u0000")
                                                .with("Location", "/x");
                                    })) {
                assertThat(a.cluster().holder(SESSION)).contains("b");
                assertThat(b.cluster().holder(SESSION)).as("not another one").isEmpty();
                assertThat(a.cluster().servers()).containsExactly("a", "b");

                ApiResponse response = a.cluster().forward("b", request());

                assertThat(response.status()).isEqualTo(201);
                assertThat(response.headers()).containsEntry("Location", "/x");
                assertThat(text(response)).isEqualTo("done \u0000");
                ApiRequest sent = request();
                assertThat(handled)
                        .as("without secrets")
                        .containsExactly(
                                new ApiRequest(
                                        sent.method(),
                                        sent.path(),
                                        sent.variables(),
                                        sent.query(),
                                        Map.of("x-a", "b"),
                                        sent.body(),
                                        sent.principal()));
            }
            assertThat(a.cluster().holder(SESSION)).isEmpty();
        }
    }

    @Test
    void aProblemOfTheOtherServerComesBack() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = open(stores, "a");
            PostgresStore b = open(stores, "b");
            try (AutoCloseable _ =
                    begin(
                            b,
                            _ -> {
                                throw Problem.conflict("Not now.").exception();
                            })) {
                assertThat(a.cluster().forward("b", request()).status()).isEqualTo(409);
            }
        }
    }

    @Test
    void aRequestThatADeadServerDidNotBeginIsCarriedOutHereOnce() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = open(stores, "a");
            PostgresStore b = open(stores, "b");
            var here = new AtomicInteger();
            try (AutoCloseable _ =
                    begin(
                            a,
                            _ -> {
                                here.incrementAndGet();
                                return ApiResponse.empty(204);
                            })) {
                // It has joined and carries nothing out, then dies.
                Thread.ofVirtual().start(b::vanish);

                assertThat(a.cluster().forward("b", request()).status()).isEqualTo(204);
                assertThat(here).hasValue(1);
            }
        }
    }

    @Test
    void aRequestThatADeadServerBeganIsNotRepeated() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = open(stores, "a");
            PostgresStore b = open(stores, "b");
            var here = new AtomicInteger();
            var begun = new CountDownLatch(1);
            var never = new CountDownLatch(1);
            try (AutoCloseable _ =
                            begin(
                                    a,
                                    _ -> {
                                        here.incrementAndGet();
                                        return ApiResponse.empty(204);
                                    });
                    AutoCloseable _ =
                            begin(
                                    b,
                                    _ -> {
                                        begun.countDown();
                                        never.await();
                                        return ApiResponse.empty(204);
                                    })) {
                Thread killer =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        begun.await();
                                        b.vanish();
                                    } catch (InterruptedException _) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
                assertThatThrownBy(() -> a.cluster().forward("b", request()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("look whether it acted");
                killer.join();
                never.countDown();
                assertThat(here).hasValue(0);
            }
        }
    }

    @Test
    void workOfADeadServerIsTakenOverByOneOther() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore dying = open(stores, "dying");
            PostgresStore a = open(stores, "a");
            PostgresStore b = open(stores, "b");
            List<String> taken = Collections.synchronizedList(new ArrayList<>());
            try (AutoCloseable _ =
                            a.cluster()
                                    .begin(
                                            _ -> ApiResponse.empty(204),
                                            it -> taken.add(it.session()));
                    AutoCloseable _ =
                            b.cluster()
                                    .begin(
                                            _ -> ApiResponse.empty(204),
                                            it -> taken.add(it.session()))) {
                List<String> expected = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    var _ = dying.cluster().atWork(new SessionRef("w", "s" + i));
                    expected.add("s" + i);
                }
                dying.cluster().atWork(new SessionRef("w", "ended")).close();
                var _ = a.cluster().atWork(new SessionRef("w", "alive"));
                long killed = System.nanoTime();
                dying.vanish();

                Eventually.holds("all taken over", () -> taken.size() >= expected.size());
                System.getLogger("test")
                        .log(
                                System.Logger.Level.DEBUG,
                                "taken over after {0} ms",
                                (System.nanoTime() - killed) / 1_000_000);
                assertThat(taken).containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @Test
    void workOfAWorkspaceIsTakenOverOnlyWhereItIsServed() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore dying = open(stores, "dying");
            PostgresStore without = stores.open("without");
            List<String> wrong = Collections.synchronizedList(new ArrayList<>());
            List<String> right = Collections.synchronizedList(new ArrayList<>());
            try (AutoCloseable _ =
                    without.cluster()
                            .begin(_ -> ApiResponse.empty(204), it -> wrong.add(it.session()))) {
                var _ = dying.cluster().atWork(SESSION);
                dying.vanish();
                PostgresStore with = open(stores, "with");
                try (AutoCloseable _ =
                        with.cluster()
                                .begin(
                                        _ -> ApiResponse.empty(204),
                                        it -> right.add(it.session()))) {
                    Eventually.holds("taken over", () -> !right.isEmpty());
                    assertThat(with.cluster().serving("w")).contains("with");
                    assertThat(without.cluster().serving("unknown")).isEmpty();
                }
            }
            assertThat(wrong).isEmpty();
            assertThat(right).containsExactly("s1");
        }
    }

    @Test
    @Tag("slow")
    void workThatFailsToBeTakenOverIsTriedAgain() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore dying = open(stores, "dying");
            PostgresStore a = open(stores, "a");
            var attempts = new AtomicInteger();
            try (AutoCloseable _ =
                    a.cluster()
                            .begin(
                                    _ -> ApiResponse.empty(204),
                                    _ -> {
                                        if (attempts.incrementAndGet() < 2) {
                                            throw new IllegalStateException("not yet");
                                        }
                                    })) {
                var _ = dying.cluster().atWork(SESSION);
                dying.vanish();
                Eventually.holds("again", () -> attempts.get() == 2);
            }
        }
    }

    @Test
    @Tag("slow")
    void twoServersOfOneNameAreRefused() throws Exception {
        try (var stores = new TestStores()) {
            var _ = stores.open("same");
            assertThatThrownBy(() -> stores.open("same"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Another server named same");
        }
    }

    @Test
    void aServerThatWasKilledComesBackUnderItsName() throws Exception {
        try (var stores = new TestStores()) {
            stores.open("same").vanish();
            assertThat(stores.open("same").cluster().servers()).containsExactly("same");
        }
    }
}
