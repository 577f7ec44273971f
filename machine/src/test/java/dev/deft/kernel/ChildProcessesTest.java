package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChildProcessesTest {

    private int devNull;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Spawn.available(), "only Linux has these system calls");
        devNull = Descriptors.openDevNull();
    }

    @AfterEach
    void close() {
        Descriptors.close(devNull);
    }

    private int start(String script) throws IOException {
        return SpawnedBash.start(script, List.of(devNull, devNull, devNull));
    }

    /// A field of `/proc/PID/stat`, counted as in proc(5).
    private static String stat(int process, int field) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field - 3];
    }

    private static String limit(int process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process + "/limits")).stream()
                .filter(it -> it.startsWith("Max file locks"))
                .findFirst()
                .orElseThrow()
                .substring("Max file locks".length())
                .strip();
    }

    @Test
    void areReapedOnceAndOnlyAfterTheirEnd() throws IOException {
        int child = start("exec sleep 600");
        assertThat(ChildProcesses.isStartedHere(child)).isTrue();
        assertThat(ChildProcesses.reap(child)).isEmpty();
        assertThat(ChildProcesses.signal(child, ChildProcesses.SIGKILL)).isTrue();
        assertThat(SpawnedBash.awaitExit(child).signal()).isEqualTo(OptionalInt.of(9));
        assertThat(ChildProcesses.isStartedHere(child)).isFalse();
        assertThat(ChildProcesses.reap(child)).isEmpty();
        assertThat(Path.of("/proc/" + child)).doesNotExist();
    }

    @Test
    void areNotReapedIfTheyAreNotOurs() {
        assertThat(ChildProcesses.reap(1)).isEmpty();
        assertThat(ChildProcesses.reap((int) ProcessHandle.current().pid())).isEmpty();
    }

    @Test
    void canBeDisowned() throws IOException {
        int child = start("exit 3");
        ChildProcesses.disown(child);
        assertThat(ChildProcesses.isStartedHere(child)).isFalse();
        ChildProcesses.await(child);
        assertThat(Path.of("/proc/" + child)).doesNotExist();
    }

    @Test
    void makeTheirPidfdReadableWhenTheyEnd() throws IOException {
        int child = start("exec sleep 600");
        int pidfd = ChildProcesses.openPidfd(child);
        assertThat(Descriptors.poll(Duration.ZERO, pidfd)).containsExactly(0);
        assertThat(ChildProcesses.signalPidfd(pidfd, ChildProcesses.SIGTERM)).isTrue();
        assertThat(Descriptors.poll(SpawnedBash.DEADLINE, pidfd))
                .containsExactly(Descriptors.READABLE);
        ChildProcesses.await(child);
        assertThat(ChildProcesses.signalPidfd(pidfd, ChildProcesses.SIGTERM)).isFalse();
        Descriptors.close(pidfd);
        assertThatThrownBy(() -> ChildProcesses.openPidfd(child))
                .isInstanceOf(IOException.class)
                .hasMessage("pidfd_open failed with error 3");
        assertThat(ChildProcesses.signal(child, ChildProcesses.SIGTERM)).isFalse();
    }

    @Test
    void areSignalledAsAGroupByANegativeNumber() throws IOException {
        Descriptors.Pipe pipe = Descriptors.pipe();
        int child =
                SpawnedBash.start(
                        "sleep 600 >/dev/null & echo $!; exec >&2; wait",
                        List.of(devNull, pipe.writeEnd(), devNull));
        Descriptors.close(pipe.writeEnd());
        int grandchild = Integer.parseInt(SpawnedBash.readAll(pipe.readEnd()).strip());
        Descriptors.close(pipe.readEnd());
        int pidfd = ChildProcesses.openPidfd(grandchild);
        assertThat(ChildProcesses.signal(-child, ChildProcesses.SIGKILL)).isTrue();
        assertThat(Descriptors.poll(SpawnedBash.DEADLINE, pidfd)[0] & Descriptors.READABLE)
                .isNotZero();
        Descriptors.close(pidfd);
        assertThat(SpawnedBash.awaitExit(child).signal()).isEqualTo(OptionalInt.of(9));
        ChildProcesses.await(grandchild);
    }

    @Test
    void belongToTheSessionTheKernelShows() throws IOException {
        int child = start("exec sleep 600");
        int us = (int) ProcessHandle.current().pid();
        assertThat(ChildProcesses.session(child))
                .isEqualTo(child)
                .isEqualTo(Integer.parseInt(stat(child, 6)));
        assertThat(ChildProcesses.session(us)).isEqualTo(Integer.parseInt(stat(us, 6)));
        ChildProcesses.signal(child, ChildProcesses.SIGKILL);
        ChildProcesses.await(child);
        assertThat(ChildProcesses.session(child)).isNegative();
    }

    @Test
    void inheritTheLimitForFileLocks() throws IOException {
        Descriptors.Pipe go = Descriptors.blockingPipe();
        Descriptors.Pipe pipe = Descriptors.pipe();
        int child =
                SpawnedBash.start(
                        "read -r _; env -i setsid bash -c 'ulimit -x'",
                        List.of(go.readEnd(), pipe.writeEnd(), devNull));
        Descriptors.close(pipe.writeEnd());
        ChildProcesses.limitFileLocks(child, 123_456_789_012L);
        assertThat(limit(child)).startsWith("123456789012 ").contains(" 123456789012 ");
        Descriptors.write(go.writeEnd(), new byte[] {'\n'});
        assertThat(SpawnedBash.readAll(pipe.readEnd())).isEqualTo("123456789012\n");
        Descriptors.close(pipe.readEnd());
        go.close();
        ChildProcesses.await(child);
    }

    @Test
    void includeOrphansOfChildrenOnceTheyAreAdopted() throws IOException {
        ChildProcesses.adoptOrphans();
        Descriptors.Pipe pipe = Descriptors.pipe();
        int child =
                SpawnedBash.start(
                        "sleep 600 >/dev/null 2>&1 & echo $!",
                        List.of(devNull, pipe.writeEnd(), devNull));
        Descriptors.close(pipe.writeEnd());
        int orphan = Integer.parseInt(SpawnedBash.readAll(pipe.readEnd()).strip());
        Descriptors.close(pipe.readEnd());
        SpawnedBash.awaitExit(child);
        assertThat(stat(orphan, 4)).isEqualTo("" + ProcessHandle.current().pid());
        ChildProcesses.signal(orphan, ChildProcesses.SIGKILL);
        ChildProcesses.await(orphan);
        assertThat(Path.of("/proc/" + orphan)).doesNotExist();
    }
}
