package dev.deft.postgres.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.SessionRef;
import dev.deft.server.store.StoredReplies;
import dev.deft.server.store.TokenStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class PostgresRecordsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.123456Z");

    private static TokenStore.StoredToken token(String id) {
        return new TokenStore.StoredToken(
                id,
                "hash",
                "Ann '; --",
                Set.of(AccessScope.LOOK, AccessScope.SPEAK),
                Optional.of(Set.of("w1", "w,2")),
                NOW,
                Optional.of(NOW.plusSeconds(60)),
                true);
    }

    /// How many of several callers at once, on two servers, get true.
    private static long winners(List<PostgresStore> servers, Act act) throws Exception {
        var start = new CountDownLatch(1);
        List<Callable<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            PostgresStore server = servers.get(i % servers.size());
            calls.add(() -> {
                start.await();
                return act.on(server);
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> results = calls.stream().map(threads::submit).toList();
            start.countDown();
            long won = 0;
            for (Future<Boolean> result : results) {
                won += result.get() ? 1 : 0;
            }
            return won;
        }
    }

    private interface Act {
        boolean on(PostgresStore server) throws IOException;
    }

    @Test
    void keepsTokensAndRemovesEachOnce() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = stores.open("a");
            PostgresStore b = stores.open("b");
            var plain =
                    new TokenStore.StoredToken(
                            "t2",
                            "h",
                            "Bob",
                            Set.of(AccessScope.ADMINISTER),
                            Optional.empty(),
                            NOW,
                            Optional.empty(),
                            false);
            a.tokens().add(token("t1"));
            a.tokens().add(plain);

            assertThat(b.tokens().list()).containsExactly(token("t1"), plain);
            assertThat(b.tokens().find("t1")).contains(token("t1"));
            assertThat(b.tokens().find("' OR 1=1 --\u0000")).isEmpty();
            assertThat(winners(List.of(a, b), it -> it.tokens().remove("t1"))).isEqualTo(1);
            assertThat(a.tokens().list()).containsExactly(plain);
        }
    }

    @Test
    void closesEachRequestOnce() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = stores.open("a");
            PostgresStore b = stores.open("b");
            var session = new SessionRef("w", "s1");
            var first =
                    new OpenRequests.OpenRequest(
                            "r1", session, NOW, Json.Obj.EMPTY.with("tool", "bash \u0000"));
            var second =
                    new OpenRequests.OpenRequest(
                            "r2", new SessionRef("w", "s2"), NOW, Json.Obj.EMPTY);
            a.requests().add(first);
            a.requests().add(second);

            assertThat(b.requests().list()).containsExactly(first, second);
            assertThat(b.requests().find("r1")).contains(first);
            assertThat(winners(List.of(a, b), it -> it.requests().remove("r1"))).isEqualTo(1);
            assertThat(b.requests().find("r1")).isEmpty();
            assertThat(b.requests().remove("unknown")).isFalse();
            a.requests().clear(new SessionRef("w", "s2"));
            assertThat(a.requests().list()).isEmpty();
            a.requests().clear(session);
            a.requests().add(first);
            assertThat(b.requests().list()).as("asked again").containsExactly(first);
        }
    }

    @Test
    void letsOneOfSeveralCallersUseAnIdempotencyKey() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore a = stores.open("a");
            PostgresStore b = stores.open("b");
            assertThat(
                            winners(
                                    List.of(a, b),
                                    it ->
                                            it.replies().claim("k", "f")
                                                    instanceof StoredReplies.Claim.Won))
                    .isEqualTo(1);
            assertThat(a.replies().claim("k", "f")).isEqualTo(new StoredReplies.Claim.Busy());
            assertThat(a.replies().claim("k", "g")).isEqualTo(new StoredReplies.Claim.Mismatch());

            var reply = new StoredReplies.Reply(201, "text/plain", "/x", "done \u0000 é");
            b.replies().settle("k", reply);
            a.replies().release("k");

            assertThat(a.replies().claim("k", "f")).isEqualTo(new StoredReplies.Claim.Done(reply));
            assertThat(a.replies().find("k")).contains(reply);
            assertThat(a.replies().claim("other", "f")).isEqualTo(new StoredReplies.Claim.Won());
            a.replies().release("other");
            assertThat(b.replies().claim("other", "g")).isEqualTo(new StoredReplies.Claim.Won());
            a.replies().sweep();
            assertThat(a.replies().find("k")).as("kept for a day").contains(reply);
        }
    }

    @Test
    void listsTheLatestActsFirst() throws Exception {
        try (var stores = new TestStores()) {
            AuditLog audit = stores.open("a").audit();
            for (int i = 0; i < 5; i++) {
                audit.add(
                        new AuditLog.Act(
                                0, NOW, "ann", "t", "act" + i, "x/" + i, 200, "line \u0000"));
            }
            List<AuditLog.Act> latest = audit.latest(0, 3);
            assertThat(latest)
                    .extracting(AuditLog.Act::act)
                    .containsExactly("act4", "act3", "act2");
            assertThat(audit.latest(latest.getLast().id(), 10))
                    .extracting(AuditLog.Act::act)
                    .containsExactly("act1", "act0");
        }
    }
}
