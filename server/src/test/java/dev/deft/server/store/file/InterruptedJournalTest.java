package dev.deft.server.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.server.store.EventJournal.JournalEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that is interrupted still tells of itself, on a thread that is marked as interrupted.
class InterruptedJournalTest {

    @TempDir Path temp;

    @Test
    void theThreadOfAnInterruptedRunDoesNotCloseTheJournalForOthers() throws Exception {
        Path file = temp.resolve("journal");
        try (var journal = FileJournal.open(file, new LocalEvents())) {
            for (int i = 0; i < 2 * FileJournal.KEPT + 5; i++) {
                Thread.currentThread().interrupt();
                long _ = journal.add("session", "demo", Json.Obj.EMPTY);
                assertThat(Thread.interrupted()).isTrue();
            }
            long _ = journal.add("last", "demo", Json.Obj.EMPTY);
        }
        try (var again = FileJournal.open(file, new LocalEvents())) {
            assertThat(again.after(0, Integer.MAX_VALUE))
                    .hasSize(FileJournal.KEPT)
                    .last()
                    .extracting(JournalEvent::type)
                    .isEqualTo("last");
        }
    }
}
