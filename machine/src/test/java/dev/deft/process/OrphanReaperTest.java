package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Policy.SandboxMode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that lost their parent, and were never ours.
class OrphanReaperTest {

    @TempDir Path root;

    @Test
    void leaveNoZombie() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            desk.run("true");
            Process parent =
                    new ProcessBuilder("bash", "-c", "read -r _ >/dev/null 2>&1 < go & echo $!")
                            .directory(fifo())
                            .start();
            String orphan = String.valueOf(parent.inputReader().readLine());
            parent.waitFor();
            Path place = Path.of("/proc").resolve(orphan);
            assertThat(Files.readString(place.resolve("stat")))
                    .contains(" %d ".formatted(ProcessHandle.current().pid()));
            Files.writeString(root.resolve("go"), "\n");
            assertThat(ShellFixture.eventually(() -> !Files.exists(place))).isTrue();
        }
    }

    private File fifo() throws Exception {
        new ProcessBuilder("mkfifo", "go").directory(root.toFile()).start().waitFor();
        return root.toFile();
    }

    @Test
    void takeNoExitCodeFromAnybody() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            desk.run("true");
            List<Process> children = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                children.add(new ProcessBuilder("bash", "-c", "exit " + i).start());
            }
            for (int i = 0; i < 20; i++) {
                assertThat(children.get(i).waitFor()).isEqualTo(i);
            }
        }
    }
}
