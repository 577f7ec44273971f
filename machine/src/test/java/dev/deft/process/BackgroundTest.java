package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.OnTimeout;
import dev.deft.policy.Policy.SandboxMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command in the background, in the best sandbox there is and in none.
class BackgroundTest {

    private static final int BYTES = 10_000;

    @TempDir Path root;

    private static BackgroundProcess start(ShellFixture desk, String script)
            throws IOException, InterruptedException {
        return desk.shell().start(ShellFixture.command(script, ShellFixture.TIMEOUT, Map.of()));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void returnsAtOnceAndTellsOnlyWhatIsNew(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            BackgroundProcess process =
                    start(desk, "echo one; read -r line; echo \"got $line\"; read -r line; exit 4");
            assertThat(process.running()).isTrue();
            var seen = new StringBuilder();
            assertThat(
                            ShellFixture.eventually(
                                    () -> seen.append(process.newOutput(BYTES)).length() > 0))
                    .isTrue();
            process.input("hello\n");
            seen.setLength(0);
            assertThat(
                            ShellFixture.eventually(
                                    () -> seen.append(process.newOutput(BYTES)).length() > 0))
                    .isTrue();
            assertThat(seen).hasToString("got hello\n");
            assertThat(process.newOutput(BYTES)).isEmpty();
            process.input("\n");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(4);
            assertThat(process.output(BYTES)).isEqualTo("one\ngot hello\n");
            assertThat(desk.shell().background()).containsExactly(process);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void hearsSignals(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            BackgroundProcess process = start(desk, "echo up; sleep 600");
            assertThat(ShellFixture.eventually(() -> process.output(BYTES).contains("up")))
                    .isTrue();
            process.send("int");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThatThrownBy(() -> process.send("TERM"))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void canBeStoppedAndGoesOn(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            BackgroundProcess process = start(desk, "echo up; read -r _; echo more; exit 3");
            assertThat(ShellFixture.eventually(() -> process.output(BYTES).contains("up")))
                    .isTrue();
            process.send("STOP");
            process.input("\n");
            assertThat(desk.output("echo beside")).isEqualTo("beside\n");
            assertThat(process.running()).isTrue();
            process.send("CONT");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(3);
            assertThat(process.output(BYTES)).isEqualTo("up\nmore\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void goesOnBesideOtherCommandsAndEndsWithTheSession(SandboxMode mode) throws Exception {
        var sleeper = Sleeper.fresh();
        try (var desk = new ShellFixture(root, mode)) {
            BackgroundProcess process = start(desk, "echo on; " + sleeper.command());
            assertThat(ShellFixture.eventually(() -> sleeper.count() == 1)).isTrue();
            assertThat(desk.output("echo beside")).isEqualTo("beside\n");
            assertThat(process.running()).isTrue();
            desk.endSession();
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(ShellFixture.eventually(() -> sleeper.count() == 0)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void takesOverACommandWhoseTimeIsUp(SandboxMode mode) throws Exception {
        try (var desk =
                new ShellFixture(root, mode, CommandChoices.DEFAULT.with(OnTimeout.BACKGROUND))) {
            Shell.Result ended =
                    desk.run(
                            "echo begun; while [ ! -e go ]; do sleep 0.02; done; echo more; exit 5",
                            Duration.ofMillis(300));
            assertThat(ended.cause()).isEqualTo(Shell.Cause.MOVED_TO_BACKGROUND);
            BackgroundProcess process = desk.shell().background().getFirst();
            assertThat(ended.processId()).contains(process.id());
            assertThatThrownBy(() -> process.input("x\n")).hasMessageContaining("has no input");
            assertThat(desk.output("echo beside")).isEqualTo("beside\n");

            Files.createFile(root.resolve("go"));

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(5);
            assertThat(ended.output().output() + process.newOutput(BYTES))
                    .isEqualTo("begun\nmore\n");
            assertThat(process.output(BYTES)).isEqualTo("begun\nmore\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void keepsTheLastOfALotOfOutput(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            BackgroundProcess process = start(desk, "seq 1 500000");
            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.newOutput(BYTES))
                    .startsWith("[... earlier")
                    .endsWith("499999\n500000\n");
            assertThat(process.output(100)).endsWith("\n500000\n").hasSizeLessThanOrEqualTo(100);
        }
    }
}
