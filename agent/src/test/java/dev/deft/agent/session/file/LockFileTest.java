package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionId;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileTest {

    @TempDir private Path root;

    private Path log() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    private Path lock() {
        return root.resolve(".deft/sessions/s1.lock");
    }

    @Test
    void tellsASecondProcessWhoHasTheSession() throws Exception {
        Process child = LogChild.start(List.of(), "hold", root.toString(), "s1");
        try (BufferedReader out = LogChild.output(child)) {
            assertThat(out.readLine()).isEqualTo("open");

            assertThatThrownBy(() -> LogChild.open(root, "s1"))
                    .hasMessageStartingWith(
                            "The session s1 is open in process %d on ".formatted(child.pid()))
                    .hasMessageContaining("LogChild hold")
                    .hasMessageEndingWith("fork the session, or use another one.");
            assertThat(FileStores.history(root, "s1").title())
                    .as("read all the same")
                    .isEqualTo("held");
            assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)).problems())
                    .isEmpty();

            child.destroyForcibly().waitFor();
            LogChild.open(root, "s1").close();
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(lock()).as("given back").doesNotExist();
    }

    @Test
    void holdsInsideOneProcessWhoeverReadsMeanwhile() throws Exception {
        try (OpenLog first = LogChild.open(root, "s1")) {
            first.setTitle("one");
            FileStores.history(root, "s1");
            Files.readString(lock());

            assertThatThrownBy(() -> LogChild.open(root, "s1"))
                    .hasMessageContaining("is open in process " + ProcessHandle.current().pid());
            Process child = LogChild.start(List.of(), "hold", root.toString(), "s1");
            try (BufferedReader out = LogChild.output(child)) {
                assertThat(out.readLine()).startsWith("refused The session s1 is open in");
            } finally {
                child.destroyForcibly().waitFor();
            }
            first.setTitle("two");
        }
        LogChild.open(root, "s1").close();
        assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)))
                .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
    }

    @Test
    void ofADeadProcessCountsForNothing() throws Exception {
        Files.createDirectories(root.resolve(".deft/sessions"));
        Files.writeString(lock(), "{\"pid\":1,\"host\":\"here\"}");

        LogChild.open(root, "s1").close();

        assertThat(lock()).doesNotExist();
    }
}
