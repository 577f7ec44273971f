package dev.deft.server.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.server.store.AuditLog.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The audit log in files.
class FileAuditTest {

    @TempDir private Path directory;

    private static Act act(long id) {
        return new Act(
                id,
                Instant.parse("2030-01-01T00:00:00Z"),
                "ada",
                "tok",
                "sendMessage",
                "workspaces/w\n\"x\"",
                202,
                "from 127.0.0.1");
    }

    @Test
    void actsAreNumberedAndShownLastFirst() throws IOException {
        var log = new FileAudit(directory);
        assertThat(log.latest(0, 10)).isEmpty();
        for (int i = 0; i < 5; i++) {
            log.add(act(0));
        }
        assertThat(log.latest(0, 2)).containsExactly(act(5), act(4));
        assertThat(log.latest(4, 2)).containsExactly(act(3), act(2));
        assertThat(log.latest(2, 9)).containsExactly(act(1));
        assertThat(log.latest(1, 9)).isEmpty();
    }

    @Test
    void severalProcessesCountOn() throws Exception {
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            writers.add(() -> {
                var log = new FileAudit(directory);
                for (int n = 0; n < 25; n++) {
                    log.add(act(0));
                }
                return 25;
            });
        }
        int written = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> it : threads.invokeAll(writers)) {
                written += it.get();
            }
        }
        assertThat(written).isEqualTo(100);
        assertThat(new FileAudit(directory).latest(0, 200))
                .extracting(Act::id)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 100).map(it -> 101 - it).boxed().toList());
    }

    @Test
    void aLineThatACrashCutOffHarmsNoOther() throws IOException {
        new FileAudit(directory).add(act(0));
        Path file = directory.resolve("audit-000000000000001.jsonl");
        Files.writeString(file, "{\"id\":2,\"at\":\"20", StandardOpenOption.APPEND);
        new FileAudit(directory).add(act(0));
        assertThat(new FileAudit(directory).latest(0, 9)).containsExactly(act(2), act(1));
    }

    @Test
    void aLongLogGoesOnInAnotherFile() throws IOException {
        var text = new StringBuilder();
        for (int i = 1; i <= FileAudit.LINES; i++) {
            text.append(
                    "{\"id\":%d,\"at\":\"2030-01-01T00:00:00Z\",\"status\":200}\n".formatted(i));
        }
        Files.writeString(directory.resolve("audit-000000000000001.jsonl"), text.toString());
        var log = new FileAudit(directory);
        log.add(act(0));
        log.add(act(0));
        assertThat(directory.resolve("audit-000000000010001.jsonl")).exists();
        assertThat(log.latest(0, 3)).extracting(Act::id).containsExactly(10_002L, 10_001L, 10_000L);
        assertThat(log.latest(10_001, 2)).extracting(Act::id).containsExactly(10_000L, 9_999L);
    }
}
