package dev.deft.postgres.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.postgres.CutNetwork;
import dev.deft.postgres.Eventually;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestDatabase;
import dev.deft.postgres.TestStores;
import dev.deft.server.store.ServedWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FencingTest {

    private static final SessionId ID = new SessionId("s1");

    @TempDir Path root;

    private static Json.Obj title(String text) {
        return Json.Obj.EMPTY
                .with("role", "title")
                .with("ts", "2026-01-02T03:04:05Z")
                .with("title", text);
    }

    private SessionStore sessions(PostgresStore store) {
        return store.sessions(new ServedWorkspace("w", root));
    }

    private static SessionLease takenOver(SessionStore store) throws Exception {
        SessionLease[] lease = new SessionLease[1];
        Eventually.holds(
                "the lease of a dead server is free",
                () -> {
                    try {
                        lease[0] = store.lease(ID);
                        return true;
                    } catch (SessionInUseException _) {
                        return false;
                    }
                });
        return lease[0];
    }

    @Test
    void aServerThatWasPausedWritesNothingAfterAnotherTookOver() throws Exception {
        try (var stores = new TestStores()) {
            PostgresStore paused = stores.open("paused");
            SessionLease lease = sessions(paused).lease(ID);
            lease.append(title("before"));
            long unwritten = lease.put(title("put before the pause"));
            stopBeating(paused);

            SessionStore other = sessions(stores.open("other"));
            try (SessionLease taken = takenOver(other)) {
                taken.append(title("after"));

                assertThatThrownBy(() -> lease.await(unwritten))
                        .isInstanceOf(LeaseLostException.class)
                        .hasMessageContaining("The session s1 goes on at another server");
                assertThatThrownBy(() -> lease.append(title("too late")))
                        .isInstanceOf(IOException.class);
                lease.close();
                taken.append(title("still ours"));
            }
            assertThat(other.read(ID, 0))
                    .extracting(it -> it.text("title").orElse(""))
                    .containsExactly("before", "after", "still ours");
        }
    }

    /// The process goes on, but does not report itself any more.
    private static void stopBeating(PostgresStore store) {
        store.pauseHeartbeat();
    }

    @Test
    @Tag("slow")
    void aServerThatIsAliveKeepsItsSessions() throws Exception {
        try (var stores = new TestStores()) {
            SessionStore first = sessions(stores.open("first"));
            SessionStore second = sessions(stores.open("second"));
            try (SessionLease _ = first.lease(ID)) {
                long end = System.nanoTime() + 2 * TestStores.TIMING.lifetime().toNanos();
                while (System.nanoTime() < end) {
                    assertThatThrownBy(() -> second.lease(ID).close())
                            .isInstanceOf(SessionInUseException.class)
                            .hasMessageContaining("server first");
                }
            }
            second.lease(ID).close();
        }
    }

    @Test
    void anAppendSurvivesACutNetworkAndHappensOnce() throws Exception {
        try (var network = new CutNetwork(TestDatabase.shared().port());
                var stores = new TestStores(TestDatabase.address(network.port(), "cut"))) {
            SessionStore sessions = sessions(stores.open("one"));
            try (SessionLease lease = sessions.lease(ID)) {
                lease.append(title("before"));
                network.cut();
                Thread writer =
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        lease.append(title("meanwhile"));
                                    } catch (IOException e) {
                                        throw new IllegalStateException(e);
                                    }
                                });
                network.mend();
                writer.join();
                lease.append(title("after"));
            }
            assertThat(sessions.read(ID, 0))
                    .extracting(it -> it.text("title").orElse(""))
                    .containsExactly("before", "meanwhile", "after");
        }
    }

    @Test
    void aLeaseThatCouldNotBeGivenBackIsFreeInItsProcessAtOnceAndElsewhereLater() throws Exception {
        try (var network = new CutNetwork(TestDatabase.shared().port());
                var stores = new TestStores(TestDatabase.address(network.port(), "release"));
                var others =
                        new TestStores(
                                TestDatabase.address(TestDatabase.shared().port(), "release"))) {
            SessionStore sessions = sessions(stores.open("one"));
            SessionLease lease = sessions.lease(ID);
            lease.append(title("a"));
            network.cut();
            lease.close();
            network.mend();

            sessions.lease(ID).close();
            takenOver(sessions(others.open("two"))).close();
        }
    }
}
