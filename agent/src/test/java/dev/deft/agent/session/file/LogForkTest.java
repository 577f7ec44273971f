package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionExistsException;
import dev.deft.agent.session.SessionId;
import dev.deft.os.OsFileLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LogForkTest {

    @TempDir private Path root;

    private Path sessions() {
        return root.resolve(".deft/sessions");
    }

    private void fork(FileSessionStore store) throws IOException {
        store.fork(new SessionId("from"), 1, new SessionId("to"));
    }

    @Test
    @Timeout(60)
    void doesNotOverwriteASessionThatIsCreatedWhileItWaitsForTheLock() throws Exception {
        try (OpenLog log = LogChild.open(root, "from")) {
            log.setTitle("from");
        }
        FileSessionStore patient =
                FileStores.of(
                        root, root.resolve(".home"), InstantSource.system(), Duration.ofHours(1));
        Path theirs = sessions().resolve("to.jsonl");
        var forking =
                new FutureTask<Void>(() -> {
                    fork(patient);
                    return null;
                });
        try (LockFile _ =
                LockFile.acquire(
                        new OsFileLocks(),
                        sessions(),
                        new SessionId("to"),
                        Instant.EPOCH,
                        Duration.ZERO)) {
            Thread waiting = Thread.ofPlatform().start(forking);
            // By then it has seen that the session does not exist.
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            Files.writeString(theirs, "theirs\n");
        }
        assertThatThrownBy(forking::get).hasCauseInstanceOf(SessionExistsException.class);
        assertThat(theirs).hasContent("theirs\n");
    }

    @Test
    void doesNotOverwriteAnExistingSession() throws Exception {
        for (String id : new String[] {"from", "to"}) {
            try (OpenLog log = LogChild.open(root, id)) {
                log.setTitle(id);
            }
        }
        assertThatThrownBy(() -> fork(FileStores.in(root)))
                .isInstanceOf(SessionExistsException.class);
        assertThat(FileStores.history(root, "to").title()).isEqualTo("to");
    }
}
