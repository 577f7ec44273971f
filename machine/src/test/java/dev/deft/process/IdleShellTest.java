package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The shell that waits for the next command outside any sandbox.
class IdleShellTest {

    @TempDir Path root;

    @Test
    void knowsNothingOfEarlierCommands() throws Exception {
        Files.createDirectory(root.resolve("sub"));
        try (var desk = desk()) {
            for (int i = 0; i < 4; i++) {
                assertThat(desk.output("echo \"$PWD ${x-none} $-\"; x=1; export x; cd sub; set -u"))
                        .isEqualTo(desk.root + " none hBc\n");
            }
        }
    }

    @Test
    void isStartedOnceMoreCommandsAreExpected() throws Exception {
        try (var desk = desk()) {
            desk.run("true");
            assertThat(waiting(desk)).as("after a single command").isEmpty();

            desk.run("true");
            assertThat(ShellFixture.eventually(() -> waiting(desk).size() == 1)).isTrue();
        }
    }

    @Test
    void isReplacedWhenSomebodyKilledIt() throws Exception {
        try (var desk = desk()) {
            desk.run("true");
            desk.run("true");
            assertThat(ShellFixture.eventually(() -> waiting(desk).size() == 1)).isTrue();
            ProcessHandle shell = waiting(desk).getFirst();
            ProcessIdentity killed = ProcessIdentity.of((int) shell.pid()).orElseThrow();
            shell.destroyForcibly();
            assertThat(ShellFixture.eventually(() -> !killed.isAlive())).isTrue();

            assertThat(desk.output("echo on")).isEqualTo("on\n");
        }
    }

    @Test
    void endsWithTheSession() throws Exception {
        var desk = desk();
        desk.run("true");
        desk.run("true");
        assertThat(ShellFixture.eventually(() -> waiting(desk).size() == 1)).isTrue();

        desk.endSession();

        assertThat(waiting(desk)).isEmpty();
    }

    private ShellFixture desk() throws IOException {
        return new ShellFixture(
                root,
                SandboxMode.OFF,
                ShellFixture.environment("HOME", root.toRealPath().toString()),
                List.of());
    }

    /// Shells of this desk that have no order yet; other tests run beside this one.
    private static List<ProcessHandle> waiting(ShellFixture desk) {
        return ProcessHandle.current()
                .children()
                .filter(it ->
                        ProcessTable.hasVariable((int) it.pid(), "HOME=" + desk.root)
                                && it.info().commandLine().orElse("").contains("__deft_next"))
                .toList();
    }
}
