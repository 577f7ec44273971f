package dev.deft.postgres.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.postgres.Eventually;
import dev.deft.postgres.TestDatabase;
import dev.deft.postgres.TestStores;
import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.postgres.migration.Migrations.Migration;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MigrationsTest {

    private static final String ADDITIVE =
            """
            ALTER TABLE deft_sessions ADD COLUMN color text NOT NULL DEFAULT 'blue';
            ALTER TABLE deft_entries ADD COLUMN size integer;
            CREATE TABLE deft_colors (name text PRIMARY KEY);
            CREATE INDEX deft_sessions_color ON deft_sessions (color);
            """;

    @TempDir Path root;

    private static Database database(String address) throws IOException {
        return new Database(PostgresAddress.parse(address, Map.of()));
    }

    @Test
    void severalServersAtOnceMigrateOnce() throws Exception {
        String address = TestDatabase.shared().address();
        List<Callable<Boolean>> servers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            servers.add(() -> {
                try (Database database = database(address)) {
                    Migrations.bundled().apply(database);
                    return true;
                }
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> it : threads.invokeAll(servers)) {
                assertThat(it.get()).isTrue();
            }
        }
        try (Database database = database(address)) {
            assertThat(
                            database.query(
                                    "SELECT major || '.' || minor FROM deft_migrations ORDER BY 1",
                                    row -> row.getString(1)))
                    .containsExactly("1.1", "1.2", "1.3");
        }
    }

    /// Where it was remembered that there are no tables yet, all would be made once more.
    @Test
    void aServerThatWaitedForAnotherOneSeesItsTables() throws Exception {
        String address = TestDatabase.shared().address();
        Migrations slow =
                Migrations.bundled()
                        .plus(new Migration(1, 99, "slow", "SELECT pg_advisory_xact_lock(99)"));
        try (Database first = database(address);
                Database second = database(address);
                Connection holder = first.connect(5);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("SELECT pg_advisory_xact_lock(99)");
            Future<?> one = threads.submit(() -> applied(slow, first));
            awaitWaiting(1);
            Future<?> other = threads.submit(() -> applied(Migrations.bundled(), second));
            awaitWaiting(2);
            holder.rollback();
            assertThat(one.get()).isEqualTo(true);
            assertThat(other.get()).isEqualTo(true);
        }
    }

    private static boolean applied(Migrations migrations, Database database) throws IOException {
        migrations.apply(database);
        return true;
    }

    /// Waits until so many connections wait for a lock that another one holds.
    private static void awaitWaiting(int connections) throws Exception {
        try (Database database = database(TestDatabase.shared().address())) {
            Eventually.holds(
                    "a connection waits",
                    () ->
                            database.find(
                                            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
                                            row -> row.getInt(1))
                                    .equals(Optional.of(connections)));
        }
    }

    @Test
    void anOldServerGoesOnWhileANewOneMigrates() throws Exception {
        try (var stores = new TestStores()) {
            SessionStore old = stores.open("old").sessions(new ServedWorkspace("w", root));
            var written = new AtomicInteger();
            var stop = new AtomicBoolean();
            var problem = new AtomicInteger();
            Thread writer =
                    Thread.ofVirtual()
                            .start(() -> {
                                try (SessionLease lease = old.lease(new SessionId("s1"))) {
                                    while (!stop.get()) {
                                        long _ =
                                                lease.append(
                                                        Json.Obj.EMPTY
                                                                .with("role", "title")
                                                                .with("ts", "2026-01-02T03:04:05Z")
                                                                .with("title", "t"));
                                        written.incrementAndGet();
                                    }
                                } catch (IOException _) {
                                    problem.incrementAndGet();
                                }
                            });
            try (Database newer = database(stores.address())) {
                waitFor(written, 20);
                Migrations.bundled().plus(new Migration(1, 99, "colors", ADDITIVE)).apply(newer);
                waitFor(written, written.get() + 20);
                stop.set(true);
                writer.join();
                assertThat(newer.find("SELECT color FROM deft_sessions", row -> row.getString(1)))
                        .contains("blue");
            }
            assertThat(problem).hasValue(0);
            assertThat(old.read(new SessionId("s1"), 0)).hasSize(written.get());
            assertThat(old.search("t")).hasSize(1);
            assertThat(stores.open("old-again").kind())
                    .as("starts on newer tables")
                    .isEqualTo("postgresql");
        }
    }

    private static void waitFor(AtomicInteger count, int least) throws Exception {
        Eventually.holds("writes", () -> count.get() >= least);
    }

    @Test
    void refusesTablesOfAnotherMajorVersionInASentence() throws Exception {
        String address = TestDatabase.shared().address();
        try (Database database = database(address)) {
            new Migrations(List.of(new Migration(2, 1, "other", "SELECT 1"))).apply(database);

            assertThatThrownBy(() -> Migrations.bundled().apply(database))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("are of version 2, and this Deft works with version 1")
                    .hasMessageContaining("install a newer one");
        }
    }

    @Test
    void aStepThatFailsLeavesNothingBehind() throws Exception {
        String address = TestDatabase.shared().address();
        try (Database database = database(address)) {
            Migrations bundled = Migrations.bundled();
            bundled.apply(database);
            assertThatThrownBy(() ->
                            bundled.plus(
                                            new Migration(
                                                    1,
                                                    99,
                                                    "broken",
                                                    "CREATE TABLE deft_half (a text); SELECT broken"))
                                    .apply(database))
                    .isInstanceOf(IOException.class);
            assertThat(
                            database.find(
                                    "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'deft_half'",
                                    row -> row.getInt(1)))
                    .contains(0);
        }
    }
}
