package dev.deft.postgres;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.member.Timing;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/// Measures the figures of `docs/scale.md` on a real PostgreSQL that waits for its disk. Run it by
/// its main method, with the class path of the tests.
public final class StoreBench {

    private static final int MANY = 100_000;

    private final PrintStream out;
    private final TestStores stores;
    private final Database database;
    private final ServedWorkspace workspace;

    private StoreBench(PrintStream out, TestStores stores, Database database, Path root) {
        this.out = out;
        this.stores = stores;
        this.database = database;
        this.workspace = new ServedWorkspace("w", root);
    }

    /// Prints the figures.
    ///
    /// @param arguments none
    public static void main(String[] arguments) throws Exception {
        try (TestDatabase postgres = TestDatabase.durable();
                var stores = new TestStores(TestDatabase.address(postgres.port(), "bench"));
                var database = new Database(PostgresAddress.parse(stores.address(), Map.of()))) {
            var bench =
                    new StoreBench(
                            System.out, stores, database, Files.createTempDirectory("deft-bench"));
            bench.run();
        }
    }

    private void run() throws Exception {
        PostgresStore a = stores.open("a", Timing.DEFAULT);
        PostgresStore b = stores.open("b", Timing.DEFAULT);
        SessionStore sessions = a.sessions(workspace);
        writes(sessions, 1, 300, 1);
        writes(sessions, 1, 1_000, 1);
        writes(sessions, 1, 20_000, 20);
        writes(sessions, 50, 100, 1);
        writes(sessions, 200, 50, 1);
        size();
        opening(sessions);
        journal(List.of(a, b));
        latency(a, b);
        failover("was killed", PostgresStore::vanish);
        failover("ended in order", PostgresStore::close);
        many(sessions);
        b.close();
    }

    private static Json.Obj said(int number) {
        return Json.Obj.EMPTY
                .with("role", "user")
                .with("ts", "2026-01-02T03:04:05Z")
                .with("content", "message %d about the parser of %s".formatted(number, number * 31))
                .with("source", "user")
                .with("pad", "x".repeat(600));
    }

    private void writes(SessionStore sessions, int writers, int entries, int together)
            throws Exception {
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < writers; i++) {
                var id = new SessionId("b%d-%d-%d".formatted(writers, entries, i));
                var _ =
                        threads.submit(() -> {
                            write(sessions, id, entries, together);
                            return id;
                        });
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        out.printf(
                "%d sessions write %d entries each, %d with one wait: %.0f entries/s%n",
                writers, entries, together, writers * entries / seconds);
    }

    private static void write(SessionStore sessions, SessionId id, int entries, int together)
            throws IOException {
        try (SessionLease lease = sessions.lease(id)) {
            for (int i = 1; i <= entries; i++) {
                long last = lease.put(said(i));
                if (i % together == 0) {
                    lease.await(last);
                }
            }
        }
    }

    private void size() throws IOException {
        long entries = number("SELECT count(*) FROM deft_entries");
        long bytes =
                number(
                        "SELECT pg_total_relation_size('deft_entries') + pg_total_relation_size('deft_words')");
        out.printf("%d entries of about 750 bytes take %d bytes each%n", entries, bytes / entries);
        out.printf(
                "two servers have %d connections%n",
                number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'deft'"));
    }

    private long number(String sql) throws IOException {
        return database.find(sql, row -> row.getLong(1)).orElseThrow();
    }

    private void latency(PostgresStore a, PostgresStore b) throws Exception {
        var sent = new AtomicLongArray(1_001);
        List<Long> stored = Collections.synchronizedList(new ArrayList<>());
        List<Long> moments = Collections.synchronizedList(new ArrayList<>());
        var all = new CountDownLatch(1_000);
        var _ =
                b.live()
                        .subscribe(event -> {
                            long now = System.nanoTime();
                            if (event instanceof LiveEvent.Stored(SessionRef _, long entry)) {
                                stored.add(now - sent.get((int) entry));
                            } else if (event instanceof LiveEvent.Moment it) {
                                moments.add(now - sent.get(it.number()));
                            }
                            all.countDown();
                        });
        var session = new SessionRef("w", "s");
        for (int i = 1; i <= 1_000; i++) {
            sent.set(i, System.nanoTime());
            a.live()
                    .publish(
                            i % 2 == 0
                                    ? new LiveEvent.Stored(session, i)
                                    : new LiveEvent.Moment(session, 1, i, said(i)));
            Thread.sleep(10);
        }
        all.await();
        shown("an entry is known on another server after", stored);
        shown("a moment arrives on another server after", moments);
    }

    private void shown(String what, List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        out.printf(
                "%s %.1f ms (half), %.1f ms (99 of 100)%n",
                what,
                sorted.get(sorted.size() / 2) / 1e6,
                sorted.get(sorted.size() * 99 / 100) / 1e6);
    }

    private void opening(SessionStore sessions) throws IOException {
        timed(
                "opening a session of 20000 entries",
                () -> {
                    sessions.lease(new SessionId("b1-20000-0")).close();
                    return 1;
                });
    }

    private void journal(List<PostgresStore> servers) {
        int writers = 16;
        int events = 200;
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < writers; i++) {
                PostgresStore server = servers.get(i % servers.size());
                var _ =
                        threads.submit(() -> {
                            for (int e = 0; e < events; e++) {
                                long _ = server.journal().add("session", "w", Json.Obj.EMPTY);
                            }
                            return server;
                        });
            }
        }
        out.printf(
                "the journal takes %.0f events/s%n",
                writers * events / ((System.nanoTime() - start) / 1e9));
    }

    private void failover(String how, Consumer<PostgresStore> end) throws Exception {
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            PostgresStore dying = stores.open("dying" + how.length() + i, Timing.DEFAULT);
            PostgresStore other = stores.open("other" + how.length() + i, Timing.DEFAULT);
            var _ = other.sessions(workspace);
            var done = new CountDownLatch(1);
            try (AutoCloseable _ =
                    other.cluster().begin(_ -> ApiResponse.empty(204), _ -> done.countDown())) {
                var _ = dying.cluster().atWork(new SessionRef("w", "f" + i));
                long killed = System.nanoTime();
                end.accept(dying);
                done.await();
                taken.add(System.nanoTime() - killed);
            }
            other.close();
        }
        shown("a session whose server %s goes on after".formatted(how), taken);
    }

    private void many(SessionStore sessions) throws Exception {
        int _ =
                database.update(
                        """
                        INSERT INTO deft_sessions (workspace, id, instance, title, turns, model, modified, last_entry)
                        SELECT 'w', 'm' || i, md5(i::text), 'Mend the parser of module ' || i, 3, 'p/model',
                            now() - i * interval '1 second', 20 FROM generate_series(1, ?) AS i\
                        """,
                        MANY);
        int _ =
                database.update(
                        """
                        INSERT INTO deft_words (session, entry, words)
                        SELECT key, 0, array_to_tsvector(ARRAY[id, 'mend', 'the', 'parser', 'module', 'n' || key, 'g' || key % 1000])
                        FROM deft_sessions WHERE id LIKE 'm%'\
                        """);
        int _ = database.update("ANALYZE deft_sessions, deft_words");
        long bytes = number("SELECT pg_total_relation_size('deft_sessions')");
        out.printf("a session takes %d bytes in the list%n", bytes / MANY);
        for (int i = 0; i < 3; i++) {
            timed("listing %d sessions".formatted(MANY), () -> sessions.list().size());
        }
        timed("their ids", () -> sessions.ids().size());
        timed("a search that finds few", () -> sessions.search("g77 mend").size());
        timed("a search that finds all", () -> sessions.search("parser").size());
        timed(
                "opening one",
                () -> {
                    sessions.lease(new SessionId("m5")).close();
                    return 1;
                });
    }

    private interface Counted {
        int count() throws IOException;
    }

    private void timed(String what, Counted work) throws IOException {
        long start = System.nanoTime();
        int count = work.count();
        out.printf("%s: %.1f ms (%d)%n", what, (System.nanoTime() - start) / 1e6, count);
    }
}
