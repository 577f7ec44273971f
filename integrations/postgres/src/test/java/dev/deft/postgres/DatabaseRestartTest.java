package dev.deft.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.server.store.LiveEvents.LiveEvent;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class DatabaseRestartTest {

    @TempDir Path root;

    @Test
    void serversGoOnAfterARestartOfTheDatabaseAndLoseNothing() throws Exception {
        try (TestDatabase database = TestDatabase.start();
                var stores = new TestStores(TestDatabase.address(database.port(), "restart"))) {
            PostgresStore a = stores.open("a");
            PostgresStore b = stores.open("b");
            SessionStore sessions = a.sessions(new ServedWorkspace("w", root));
            List<LiveEvent> events = Collections.synchronizedList(new ArrayList<>());
            var _ = b.live().subscribe(events::add);
            var written = new AtomicInteger();
            var stop = new AtomicBoolean();
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                var id = new SessionId("s" + i);
                writers.add(Thread.ofVirtual().start(() -> write(sessions, id, written, stop)));
            }
            Eventually.holds("some writes", () -> written.get() > 50);

            database.restart();

            int before = written.get();
            Eventually.holds("more writes", () -> written.get() > before + 50);
            stop.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            long total = 0;
            for (int i = 0; i < 4; i++) {
                List<Json.Obj> entries = sessions.read(new SessionId("s" + i), 0);
                total += entries.size();
                assertThat(entries.stream().map(it -> it.text("title").orElse("")))
                        .containsExactlyElementsOf(
                                LongStream.range(0, entries.size())
                                        .mapToObj(Long::toString)
                                        .toList());
            }
            assertThat(total).isEqualTo(written.get());
            Eventually.holds("a gap", () -> events.contains(new LiveEvent.Gap()));
            long number = a.journal().add("session", "w", Json.Obj.EMPTY);
            Eventually.holds("news again", () -> events.contains(new LiveEvent.Journaled(number)));
            Eventually.holds("alive again", () -> b.cluster().servers().size() == 2);
            a.check();
        }
    }

    private static void write(
            SessionStore sessions, SessionId id, AtomicInteger written, AtomicBoolean stop) {
        try (SessionLease lease = sessions.lease(id)) {
            for (int i = 0; !stop.get(); i++) {
                long _ =
                        lease.append(
                                Json.Obj.EMPTY
                                        .with("role", "title")
                                        .with("ts", "2026-01-02T03:04:05Z")
                                        .with("title", Integer.toString(i)));
                written.incrementAndGet();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
