package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.BackgroundProcess;
import dev.deft.kernel.ChildProcesses;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What ends with a command, and what does not.
class ProcessTreeTest {

    /// Tells its number and stays. It has lost its parent, its group, its session and its
    /// environment.
    private static final String DAEMON =
            "env -i setsid -f /bin/bash -c 'echo $$ >%1$s.new; mv %1$s.new %1$s; exec sleep 600'";

    @TempDir Path root;

    @ParameterizedTest
    @EnumSource(names = {"LANDLOCK", "NONE"})
    void isNobodyElsesOrphan(Tier tier) throws Exception {
        try (var desk = Tiers.desk(tier, root)) {
            BackgroundProcess command = untilTold(desk, "true");
            new ProcessBuilder("bash", "-c", DAEMON.formatted("foreign"))
                    .directory(root.toFile())
                    .start()
                    .waitFor();
            ProcessHandle foreign = told("foreign");
            try {
                assertThat(foreign.parent()).contains(ProcessHandle.current());

                end(command);
                assertThat(desk.output("echo next")).isEqualTo("next\n");

                assertThat(foreign.isAlive()).isTrue();
            } finally {
                foreign.destroyForcibly();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LANDLOCK", "NONE"})
    void isNotThatOfAnotherCommand(Tier tier) throws Exception {
        try (var desk = Tiers.desk(tier, root)) {
            BackgroundProcess command = untilTold(desk, "true");
            start(desk, DAEMON.formatted("other") + "; sleep 600");
            ProcessHandle other = told("other");

            end(command);
            assertThat(desk.output("echo next")).isEqualTo("next\n");
            assertThat(other.isAlive()).isTrue();

            desk.endSession();
            assertThat(ShellFixture.eventually(() -> !other.isAlive())).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LANDLOCK", "NONE"})
    void isEverythingThatDescends(Tier tier) throws Exception {
        List<String> ways =
                List.of(
                        DAEMON,
                        "nohup setsid -f bash -c 'echo $$ >%1$s.new; mv %1$s.new %1$s; sleep 600'",
                        "(DEFT_CALL= setsid bash -c 'echo $$ >%1$s.new; mv %1$s.new %1$s; sleep 600' &)",
                        "env -i bash -c '(setsid env -i bash -c \"echo \\$\\$ >%1$s.new; mv %1$s.new %1$s; sleep 600\" &)'");
        try (var desk = Tiers.desk(tier, root)) {
            for (int i = 0; i < ways.size(); i++) {
                BackgroundProcess command =
                        untilTold(desk, ways.get(i).formatted("member" + i) + " >/dev/null 2>&1");
                ProcessHandle member = told("member" + i);

                end(command);

                assertThat(ShellFixture.eventually(() -> !member.isAlive()))
                        .as(ways.get(i))
                        .isTrue();
            }
        }
    }

    @Test
    void isNotWhoeverGetsANumberLater() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            ProcessIdentity now = ProcessIdentity.of((int) process.pid()).orElseThrow();
            var earlier = new ProcessIdentity(now.pid(), now.started() - 1);

            earlier.signal(ChildProcesses.SIGKILL);
            assertThat(earlier.isAlive()).isFalse();
            assertThat(ProcessTable.children(earlier)).isEmpty();

            now.signal(ChildProcesses.SIGSTOP);
            assertThat(ShellFixture.eventually(() -> state(process).equals("T"))).isTrue();
            now.signal(ChildProcesses.SIGKILL);
            assertThat(process.waitFor()).isEqualTo(137);
            assertThat(now.isAlive()).isFalse();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String state(Process process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A command that ends when it is told to.
    private static BackgroundProcess untilTold(ShellFixture desk, String first) throws Exception {
        return start(desk, first + "; echo on; read -r _");
    }

    private static BackgroundProcess start(ShellFixture desk, String script) throws Exception {
        return desk.shell().start(ShellFixture.command(script, Duration.ofMinutes(1), Map.of()));
    }

    private static void end(BackgroundProcess command) throws Exception {
        assertThat(ShellFixture.eventually(() -> command.output(100).contains("on"))).isTrue();
        command.input("\n");
        assertThat(ShellFixture.eventually(() -> !command.running())).isTrue();
    }

    private ProcessHandle told(String file) throws InterruptedException {
        assertThat(ShellFixture.eventually(() -> Files.exists(root.resolve(file)))).isTrue();
        return number(root.resolve(file)).flatMap(ProcessHandle::of).orElseThrow();
    }

    private static Optional<Long> number(Path file) {
        try {
            return Optional.of(Long.parseLong(Files.readString(file).strip()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
