package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.OnExit;
import dev.deft.process.ShellChild.Manner;
import dev.deft.process.background.DetachedFiles;
import dev.deft.process.background.DetachedFiles.ProcessInfo;
import dev.deft.process.background.DetachedProcess;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.sandbox.Tier;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A background process that outlives its session.
class DetachedProcessTest {

    private static final int BYTES = 10_000;

    @TempDir Path root;

    @AfterEach
    void leaveNothing() throws Exception {
        shelf().killAll();
    }

    private DetachedProcesses shelf() throws IOException {
        return new DetachedProcesses(new StatePaths(root.toRealPath()), "s");
    }

    private ShellFixture keeping(Tier tier) throws IOException {
        return ShellFixture.resumable(tier, root, CommandChoices.DEFAULT.with(OnExit.KEEP));
    }

    private ShellFixture resumed(Tier tier) throws IOException {
        return ShellFixture.resumable(tier, root, CommandChoices.DEFAULT);
    }

    private static BackgroundProcess start(ShellFixture desk, String script) throws Exception {
        return desk.shell().start(ShellFixture.command(script, Duration.ofMinutes(1), Map.of()));
    }

    private static BackgroundProcess only(ShellFixture desk) throws IOException {
        List<BackgroundProcess> all = desk.shell().background();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private static String news(BackgroundProcess process) throws InterruptedException {
        var seen = new StringBuilder();
        assertThat(
                        ShellFixture.eventually(() ->
                                seen.append(process.newOutput(BYTES)).toString().endsWith("\n")))
                .isTrue();
        return seen.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void isFoundAgainBySessionsThatAreResumed(Tier tier) throws Exception {
        try (var desk = keeping(tier)) {
            BackgroundProcess process =
                    start(
                            desk,
                            "echo one; read -r line; echo \"got $line\" >&2; read -r _; touch done; exit 4");
            assertThat(process.id()).isEqualTo("proc_1");
            assertThat(process.lifetime()).contains("it outlives the session");
            assertThat(news(process)).isEqualTo("one\n");
        }
        try (var desk = resumed(tier)) {
            BackgroundProcess process = only(desk);
            assertThat(process.running()).isTrue();
            assertThat(process.sandbox()).isEqualTo(tier.wire());
            assertThat(process.command()).startsWith("echo one; ");
            assertThat(process.newOutput(BYTES)).isEmpty();
            process.input("hello\n");
            assertThat(news(process)).isEqualTo("got hello\n");
        }
        try (var desk = resumed(tier)) {
            BackgroundProcess process = only(desk);
            assertThat(process.newOutput(BYTES)).isEmpty();
            process.input("\n");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(4);
            assertThat(process.signal()).isEmpty();
            assertThat(process.lifetime()).isEmpty();
            assertThat(root.resolve("done")).exists();
            assertThatThrownBy(() -> process.input("x")).hasMessageContaining("has ended");
        }
        try (var desk = resumed(tier)) {
            assertThat(only(desk).output(BYTES)).isEqualTo("one\ngot hello\n");
            assertThat(start(desk, "true").id()).isEqualTo("proc_2");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void endsWithEverythingItStarted(Tier tier) throws Exception {
        var daemon = Sleeper.fresh();
        try (var desk = keeping(tier)) {
            BackgroundProcess process =
                    start(
                            desk,
                            "env -i setsid -f /bin/bash -c '%s'; echo on; sleep 600"
                                    .formatted(daemon.command()));
            assertThat(news(process)).isEqualTo("on\n");
            assertThat(ShellFixture.eventually(() -> daemon.count() == 1)).isTrue();
        }
        try (var desk = resumed(tier)) {
            BackgroundProcess process = only(desk);
            assertThat(process.running()).isTrue();
            assertThat(daemon.count()).isEqualTo(1);
            assertThatThrownBy(() -> process.send("NONSENSE"))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_ARGUMENTS));
            process.send("TERM");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.signal()).contains("SIGTERM");
            assertThat(ShellFixture.eventually(() -> daemon.count() == 0)).isTrue();
            assertThatThrownBy(() -> process.send("TERM")).hasMessageContaining("already ended");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void canBeStoppedAndGoesOn(Tier tier) throws Exception {
        try (var desk = keeping(tier)) {
            BackgroundProcess process = start(desk, "echo on; read -r _; echo more");
            assertThat(news(process)).isEqualTo("on\n");
            process.send("STOP");
            process.input("\n");
            assertThat(process.running()).isTrue();
            process.send("CONT");
            assertThat(news(process)).isEqualTo("more\n");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void survivesTheDeathOfWhoeverStartedIt(Tier tier) throws Exception {
        Process killed = ShellChild.start(tier, root, "echo on; read -r _; echo over", Manner.KEPT);
        killed.destroyForcibly().waitFor();
        try (var desk = resumed(tier)) {
            BackgroundProcess process = only(desk);
            assertThat(process.running()).isTrue();
            process.input("\n");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.newOutput(BYTES)).isEqualTo("over\n");
            assertThat(process.output(BYTES)).isEqualTo("on\nover\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "NONE"})
    void isToldAsEndedWhenSomebodyElseEndedIt(Tier tier) throws Exception {
        try (var desk = keeping(tier)) {
            DetachedProcess process = (DetachedProcess) start(desk, "echo on; sleep 600");
            assertThat(news(process)).isEqualTo("on\n");
            List<ProcessIdentity> below = ProcessTable.descendants(process.info().first());

            process.info().first().signal(9);

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.lifetime())
                    .hasValueSatisfying(it -> assertThat(it).contains("killed from outside"));
            assertThat(below).isNotEmpty();
            assertThat(
                            ShellFixture.eventually(
                                    () -> below.stream().noneMatch(ProcessIdentity::isAlive)))
                    .isTrue();
        }
    }

    @Test
    void isNotTakenForAnotherWithItsNumber() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            ProcessIdentity now = ProcessIdentity.of((int) other.pid()).orElseThrow();
            note(ProcessInfo.currentWorld(), new ProcessIdentity(now.pid(), now.started() - 1));
            try (var desk = resumed(Tier.NONE)) {
                assertThat(only(desk).running()).isFalse();
                assertThat(only(desk).lifetime())
                        .hasValueSatisfying(it -> assertThat(it).contains("killed from outside"));
            }
            note("another boot", now);
            try (var desk = resumed(Tier.NONE)) {
                assertThat(only(desk).running()).isFalse();
                assertThat(only(desk).exitCode()).hasValue(137);
                assertThat(only(desk).lifetime())
                        .hasValueSatisfying(
                                it -> assertThat(it).contains("before the last reboot"));
            }
            shelf().killAll();
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    private void note(String world, ProcessIdentity process) throws IOException {
        Path directory = root.resolve(".deft/sessions/s/processes/proc_1");
        if (!Files.exists(directory)) {
            shelf().add("proc_1");
        }
        new DetachedFiles(directory)
                .write(
                        new ProcessInfo(
                                "sleep 600",
                                "none",
                                world,
                                process.pid(),
                                process.started(),
                                "DEFT_CALL=nobody has this",
                                0));
    }

    @Test
    void isNoneWhereTheFenceDoesNotHoldWithoutUs() throws Exception {
        Tiers.desk(Tier.LANDLOCK, root).close();
        BackgroundProcess process;
        try (var desk = keeping(Tier.LANDLOCK)) {
            process = start(desk, "sleep 600");
            assertThat(process.lifetime())
                    .hasValueSatisfying(it -> assertThat(it).contains("it ends with the session"));
        }
        assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
        try (var desk = resumed(Tier.LANDLOCK)) {
            assertThat(desk.shell().background()).isEmpty();
        }
    }

    @Test
    void isNoneUnlessItIsWanted() throws Exception {
        BackgroundProcess process;
        try (var desk = resumed(Tier.NONE)) {
            process = start(desk, "sleep 600");
            assertThat(process.lifetime()).isEqualTo(Optional.empty());
        }
        assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
    }
}
