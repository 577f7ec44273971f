package dev.deft.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionWriterTest {

    private static final SessionId ID = new SessionId("s1");
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    private final SessionStore store = new InMemorySessionStore();

    private List<Entry> entries() throws IOException {
        return store.read(ID, 0).stream().map(Entry::of).toList();
    }

    private static Json.Obj value(int number) {
        return Json.Obj.EMPTY.with("n", Json.Num.of(number));
    }

    @Test
    void storesPendingEntriesWhenTheSessionStarts() throws Exception {
        try (SessionWriter writer = SessionWriter.deferred(store, ID, CLOCK)) {
            new SessionValues(writer, SecretMask.KEYS_ONLY).save("a", value(1));
            assertThat(writer.isStored()).isFalse();
            assertThat(writer.instanceId()).isEmpty();

            String birth = writer.start();

            assertThat(writer.isStored()).isTrue();
            assertThat(writer.instanceId()).contains(birth);
        }
        assertThat(entries())
                .extracting(Entry::body)
                .containsExactly(new Entry.StoredValue("a", value(1)));
    }

    @Test
    void addsAFirstEntryToAnEmptySession() throws Exception {
        try (SessionWriter writer = SessionWriter.open(store, ID, CLOCK)) {
            assertThat(writer.start()).isEqualTo(writer.start());
        }
        assertThat(entries())
                .extracting(Entry::body)
                .containsExactly(new Entry.StoredValue("deft.session", Json.Obj.EMPTY));
    }

    @Test
    void dropsTheOldestPendingEntriesButNoValue() throws Exception {
        try (SessionWriter writer = SessionWriter.deferred(store, ID, CLOCK)) {
            var values = new SessionValues(writer, SecretMask.KEYS_ONLY);
            values.save("early", value(1));
            for (int i = 0; i < 1_500; i++) {
                values.save("often", value(i));
            }
            var _ = writer.start();
        }
        try (SessionLease lease = store.lease(ID)) {
            assertThat(lease.state().values())
                    .isEqualTo(Map.of("early", value(1), "often", value(1_499)));
        }
        assertThat(entries()).hasSize(1_002);
    }

    @Test
    void givesEachEntryALaterTimestamp() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (SessionWriter writer = SessionWriter.open(store, ID, CLOCK)) {
                SessionLog log = SessionLog.of(writer);
                log.setTitle("a");
                log.setTitle("b");
            }
        }
        assertThat(entries()).extracting(Entry::at).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void leavesNoIncompleteSessionBehind() throws Exception {
        try (SessionWriter writer = SessionWriter.deferred(store, ID, CLOCK);
                SessionLease _ = store.lease(ID)) {
            assertThatThrownBy(writer::start).isInstanceOf(SessionExistsException.class);
            assertThat(writer.isStored()).isFalse();
        }
        assertThat(entries()).isEmpty();
    }
}
