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
import java.time.InstantSource;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogForkTest {

    @TempDir private Path root;

    private Path sessions() {
        return root.resolve(".deft/sessions");
    }

    private void fork() throws IOException {
        FileStores.in(root).fork(new SessionId("from"), 1, new SessionId("to"));
    }

    @Test
    void leavesASessionAloneThatSomebodyBeginsMeanwhile() throws Exception {
        try (OpenLog log = LogChild.open(root, "from")) {
            log.setTitle("from");
        }
        Path theirs = sessions().resolve("to.jsonl");
        var forking =
                new FutureTask<Void>(() -> {
                    fork();
                    return null;
                });
        try (LockFile _ =
                LockFile.acquire(
                        new OsFileLocks(),
                        sessions(),
                        new SessionId("to"),
                        InstantSource.system().instant())) {
            Thread waiting = Thread.ofPlatform().start(forking);
            // It has seen that there is no such session, and waits for its turn.
            while (waiting.getState() != Thread.State.TIMED_WAITING && waiting.isAlive()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            Files.writeString(theirs, "theirs\n");
            assertThatThrownBy(forking::get).hasMessageContaining("The session to is open in");
        }
        assertThat(theirs).hasContent("theirs\n");
    }

    @Test
    void copiesIntoNoSessionThatIsThere() throws Exception {
        for (String id : new String[] {"from", "to"}) {
            try (OpenLog log = LogChild.open(root, id)) {
                log.setTitle(id);
            }
        }
        assertThatThrownBy(this::fork).isInstanceOf(SessionExistsException.class);
        assertThat(FileStores.history(root, "to").title()).isEqualTo("to");
    }
}
