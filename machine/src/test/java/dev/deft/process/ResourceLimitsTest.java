package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ControlGroup;
import dev.deft.sandbox.ResourceLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that want more of the machine than they are given.
class ResourceLimitsTest {

    private static final ResourceLimits SMALL =
            new ResourceLimits(60, OptionalLong.of(200 * 1024 * 1024), Duration.ofSeconds(1));

    /// Enough time to run out of memory first, however slow the machine.
    private static final ResourceLimits UNHURRIED =
            new ResourceLimits(60, OptionalLong.of(200 * 1024 * 1024), Duration.ofMinutes(4));

    @TempDir Path root;

    private ShellFixture desk(ResourceLimits ration) throws IOException {
        return new ShellFixture(
                root,
                SandboxMode.REQUIRED,
                System.getenv(),
                List.of(),
                List.of(),
                NetworkReach.none(),
                ration);
    }

    /// The limit of single processes does not bind root.
    private static void assumeProcessesAreCounted() throws IOException {
        ControlGroup group = ControlGroup.create(SMALL);
        group.remove();
        assumeTrue(
                group.limited().contains("pids")
                        || !Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0));
    }

    @Test
    void getNoMoreProcesses() throws Exception {
        assumeProcessesAreCounted();
        try (var desk = desk(SMALL)) {
            BackgroundProcess crowd =
                    desk.shell()
                            .start(
                                    ShellFixture.command(
                                            "for i in {1..200}; do sleep 900 & done; echo all of them",
                                            ShellFixture.TIMEOUT,
                                            Map.of()));
            assertThat(
                            ShellFixture.eventually(() ->
                                    crowd.output(ShellFixture.OUTPUT_BYTES)
                                            .contains("Resource temporarily unavailable")))
                    .isTrue();
            assertThat(crowd.output(ShellFixture.OUTPUT_BYTES)).doesNotContain("all of them");
            crowd.send("KILL");
            assertThat(ShellFixture.eventually(() -> !crowd.running())).isTrue();
            assertThat(desk.output("for i in {1..30}; do sleep 900 & done; echo all"))
                    .endsWith("all\n");
        }
    }

    /// The shell itself starts no process but the first: the bomb may leave it no other.
    @Test
    void cannotBringTheMachineDownWithForks() throws Exception {
        assumeProcessesAreCounted();
        String bomb = "bomb() { bomb | bomb & }; bomb & ";
        Set<Path> before = groups();
        try (var desk = desk(SMALL)) {
            Shell.Result ended = desk.run(bomb + "exec sleep 900", Duration.ofSeconds(1));
            assertThat(ended.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(desk.run(bomb + "true").exitCode()).isZero();
            assertThat(desk.output("ls -d /proc/[0-9]* | wc -l; echo after")).endsWith("after\n");
        }
        assertThat(ShellFixture.eventually(() -> before.containsAll(groups()))).isTrue();
    }

    @Test
    void getNoMoreTime() throws Exception {
        try (var desk = desk(SMALL)) {
            Shell.Result ended = desk.run("while :; do :; done");
            assertThat(ended.signal()).contains("SIGXCPU");
        }
    }

    @Test
    void getNoMoreMemory() throws Exception {
        // Without an end of line, `tail` keeps all of it.
        String take = "set -o pipefail; head -c %d /dev/zero | tail | wc -c";
        try (var desk = desk(UNHURRIED)) {
            assertThat(desk.output(take.formatted(5_000_000))).isEqualTo("5000000\n");
            assertThat(desk.run(take.formatted(400_000_000)).exitCode()).isNotZero();
        }
    }

    /// The groups that this process has, also those of other tests; groups vanish meanwhile.
    private static Set<Path> groups() {
        String ours = "deft-%d-".formatted(ProcessHandle.current().pid());
        Set<Path> found = new HashSet<>();
        var visitor =
                new SimpleFileVisitor<Path>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path it, BasicFileAttributes of) {
                        if (it.getFileName().toString().startsWith(ours)) {
                            found.add(it);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path it, IOException why) {
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path it, @Nullable IOException why) {
                        return FileVisitResult.CONTINUE;
                    }
                };
        try {
            Files.walkFileTree(Path.of("/sys/fs/cgroup"), Set.of(), 4, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
