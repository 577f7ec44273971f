package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.policy.Policy.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command on a terminal.
class TerminalTest {

    @TempDir Path root;
    @TempDir Path elsewhere;

    private ShellFixture desk(SandboxMode mode, Terminal terminal) throws IOException {
        return new ShellFixture(root, mode, CommandChoices.DEFAULT.with(terminal));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void isOnOneOfAUsualSize(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.ALL)) {
            Shell.Result ended =
                    desk.run("test -t 0 && test -t 1 && test -t 2 && tty; stty size; echo $TERM");

            assertThat(ended.output().output())
                    .matches("(/dev/pts/[0-9]+|not a tty)\n24 80\nxterm\n");
            assertThat(desk.run("exit 7").exitCode()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void isShownWithoutControlSequencesAndReadsNothing(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.ALL)) {
            assertThat(
                            desk.output(
                                    "printf '\\033[31mred\\033[0m \\033]0;title\\a\\033[2Jend\\n'; cat; echo eof"))
                    .isEqualTo("red end\neof\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void canBeTypedIntoInTheBackground(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.BACKGROUND)) {
            assertThat(desk.output("tty || true")).isEqualTo("not a tty\n");
            BackgroundProcess process =
                    desk.shell()
                            .start(
                                    ShellFixture.command(
                                            "test -t 0 && read -r -p 'name? ' name; echo \"hello $name\"",
                                            ShellFixture.TIMEOUT,
                                            Map.of()));
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("name?")))
                    .isTrue();

            process.input("ada\n");

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.output(1000)).isEqualTo("name? ada\nhello ada\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void endsWithEverythingItStarted(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.ALL)) {
            var sleeper = Sleeper.fresh();
            Shell.Result late =
                    desk.runUntilLate(
                            "trap '' HUP TERM; (%s) & echo on; wait".formatted(sleeper.command()));
            assertThat(late.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(ShellFixture.eventually(() -> sleeper.count() == 0)).isTrue();
            assertThat(desk.output("echo next")).isEqualTo("next\n");
        }
    }

    /// What is in the foreground hears the signal, its trap runs, and the exit code is its own.
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void passesSignalsToTheForeground(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.BACKGROUND)) {
            BackgroundProcess process =
                    start(desk, "trap 'echo caught; exit 7' TERM; echo ready; read -r line");
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("ready")))
                    .isTrue();

            process.send("SIGTERM");

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.output(1000)).contains("caught");
            assertThat(process.exitCode()).hasValue(7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void tellsTheCodeOfACommandThatASignalEnded(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.BACKGROUND)) {
            BackgroundProcess process = start(desk, "echo ready; exec sleep 600");
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("ready")))
                    .isTrue();

            process.send("SIGKILL");

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.exitCode()).hasValue(137);
            assertThat(process.output(1000)).isEqualTo("ready\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void takesControlKeysAndTheEndOfInput(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.BACKGROUND)) {
            BackgroundProcess process =
                    start(
                            desk,
                            "trap 'stop=1; echo interrupted' INT; stty -echo; echo ready; while [ -z \"$stop\" ]; do sleep 0.1; done; cat; echo end");
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("ready")))
                    .isTrue();

            process.input("\u0003");
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("interrupted")))
                    .isTrue();
            process.input("half a line");
            process.closeInput();

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.output(1000)).isEqualTo("ready\ninterrupted\nhalf a lineend\n");
            assertThat(process.exitCode()).hasValue(0);
        }
    }

    /// Without a terminal, too, the input of a command can be ended.
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void canEndTheInputOfAPipe(SandboxMode mode) throws Exception {
        try (var desk = desk(mode, Terminal.NONE)) {
            BackgroundProcess process = start(desk, "sort; echo end");
            process.input("b\na\n");
            process.closeInput();

            assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
            assertThat(process.output(1000)).isEqualTo("a\nb\nend\n");
            assertThatThrownBy(() -> process.input("c")).isInstanceOf(HostException.class);
        }
    }

    private static BackgroundProcess start(ShellFixture desk, String script) throws Exception {
        return desk.shell().start(ShellFixture.command(script, ShellFixture.TIMEOUT, Map.of()));
    }

    @Test
    void isRefusedWhereThereIsNone() throws Exception {
        Path programs = Files.createDirectories(elsewhere.resolve("programs"));
        Files.createSymbolicLink(programs.resolve("bash"), Path.of("/bin/bash"));
        try (var desk =
                new ShellFixture(
                        root,
                        SandboxMode.OFF,
                        Map.of("PATH", programs.toString()),
                        CommandChoices.DEFAULT.with(Terminal.ALL))) {
            assertThatThrownBy(() -> desk.run("true"))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        }
    }
}
