package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command, in the best sandbox there is and in none.
class CommandTest {

    @TempDir Path root;

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void tellsExitCodeAndBothStreams(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            Shell.Result ended = desk.run("echo out; echo err >&2; exit 3");

            assertThat(ended.exitCode()).isEqualTo(3);
            assertThat(ended.signal()).isEmpty();
            assertThat(ended.cause()).isEqualTo(Shell.Cause.EXITED);
            assertThat(ended.output())
                    .isEqualTo(new Shell.Output("out\nerr\n", "out\n", "err\n", false));
        }
    }

    /// Whoever reads is kept until all is written, so that only the kernel knows the order.
    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void putsBothStreamsIntoTheOrderTheyWereWrittenIn(SandboxMode mode) throws Exception {
        String script =
                """
                rm -f written
                echo begun >&2
                until [ -e heard ]; do sleep 0.01; done
                for i in 1 2 3 4; do echo o$i; echo e$i >&2; done
                rm heard
                touch written
                """;
        try (var desk = new ShellFixture(root, mode).telling(this::keepTheReader)) {
            for (int i = 0; i < 20; i++) {
                assertThat(desk.output(script))
                        .isEqualTo("begun\no1\ne1\no2\ne2\no3\ne3\no4\ne4\n");
            }
        }
    }

    private void keepTheReader(String news) {
        if (news.equals("begun\n")) {
            try {
                Files.createFile(root.resolve("heard"));
                ShellFixture.eventually(() -> Files.exists(root.resolve("written")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void namesTheSignalThatEndedIt(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            Shell.Result ended = desk.run("kill -SEGV $$");

            assertThat(ended.exitCode()).isEqualTo(139);
            assertThat(ended.signal()).contains("SIGSEGV");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void takesNoExitCodeForASignal(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            for (int code : List.of(137, 143, 129)) {
                Shell.Result ended = desk.run("exit " + code);

                assertThat(ended.exitCode()).isEqualTo(code);
                assertThat(ended.signal()).isEmpty();
            }
            assertThat(desk.run("kill -TERM $$").signal()).contains("SIGTERM");
            assertThat(desk.run("kill -PIPE $$").signal()).contains("SIGPIPE");
            assertThat(desk.run("kill -KILL $$").signal()).contains("SIGKILL");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void tellsWhatItSpentComputing(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.run("for ((i = 0; i < 50000; i++)); do :; done").cpu())
                    .isGreaterThan(Duration.ofMillis(5));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void endsWhatTakesTooLongAndShowsWhatItPrinted(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            Shell.Result ended = desk.runUntilLate("echo begun; sleep 600");

            assertThat(ended.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(ended.output().stdout()).isEqualTo("begun\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void killsWhatIgnoresTheRequestToEnd(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            Shell.Result ended =
                    desk.runUntilLate("trap '' TERM; echo deaf; while :; do sleep 1; done");

            assertThat(ended.signal()).contains("SIGKILL");
            assertThat(desk.output("echo next")).isEqualTo("next\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void isNotHeldByAChildThatKeepsThePipeOpen(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.run("(sleep 600 &) ; setsid sleep 600 & echo done").cause())
                    .isEqualTo(Shell.Cause.EXITED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void readsNothingAndIsNoLoginShell(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.output("cat; shopt -q login_shell || echo plain; tty || true"))
                    .isEqualTo("plain\nnot a tty\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void inheritsNoDescriptors(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.output("for f in {0..99}; do [ ! -e /proc/$$/fd/$f ] || echo $f; done"))
                    .isEqualTo("0\n1\n2\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void leadsAProcessGroupOfItsOwn(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.output("[ $(ps -o pgid= -p $$) -eq $$ ] && echo leader"))
                    .isEqualTo("leader\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void leavesNothingOfItselfToTheNext(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            desk.run("export LEFT=1; left=2; f() { :; }; cd /; set -x; python3 -c 'import fcntl' ");

            assertThat(desk.output("echo \"$LEFT$left$(type -t f)\"; pwd"))
                    .isEqualTo("\n" + desk.root + "\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void countsLinesOfTheScriptFromOne(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThat(desk.output("true\nno-such-command\n"))
                    .endsWith("line 2: no-such-command: command not found\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void takesAScriptOfAnyLettersToItsLastByte(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            String text = "ä€😀\n ".repeat(5_000) + "end";
            assertThat(desk.output("printf %s '" + text + "' >copy; x=é; echo ${#x}"))
                    .isEqualTo("1\n");
            assertThat(root.resolve("copy")).content().isEqualTo(text);
            assertThat(desk.output("")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void seesOnlyTheVariablesItMay(SandboxMode mode) throws Exception {
        Map<String, String> process =
                Map.of(
                        "PATH", System.getenv("PATH"),
                        "HOME", "/nowhere",
                        "MODEL_API_KEY", "k",
                        "GITHUB_TOKEN", "t",
                        "COLOUR", "red",
                        "JAVA_HOME", "/jdk");
        try (var desk =
                new ShellFixture(root, mode, process, List.of("JAVA_HOME", "GITHUB_TOKEN"))) {
            Shell.Result ended =
                    desk.shell()
                            .run(
                                    ShellFixture.command(
                                            "env", ShellFixture.TIMEOUT, Map.of("OWN", "a\nb")));

            assertThat(ended.output().output())
                    .contains("LC_ALL=C.UTF-8\n", "TERM=dumb\n", "JAVA_HOME=/jdk\n", "OWN=a\nb\n")
                    .doesNotContain("API_KEY", "TOKEN", "COLOUR");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void refusesVariablesThatLookLikeSecrets(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            var command =
                    ShellFixture.command("env", ShellFixture.TIMEOUT, Map.of("MY_SECRET", "hush"));

            assertThatThrownBy(() -> desk.shell().run(command))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.REFUSED));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void endsWhenTheCallIsAborted(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            var sleeper = Sleeper.fresh();
            desk.run("true");
            Thread caller =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    desk.run(sleeper.command());
                                } catch (Exception _) {
                                    // An interruption is what this is about.
                                }
                            });
            assertThat(ShellFixture.eventually(() -> sleeper.count() == 1)).isTrue();
            caller.interrupt();
            assertThat(caller.join(ShellFixture.TIMEOUT)).isTrue();
            assertThat(ShellFixture.eventually(() -> sleeper.count() == 0)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void tellsHowItIsGettingOn(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            Thread caller =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    desk.run(
                                            """
                                            for line in one two; do
                                                echo $line
                                                until [ -e heard-$line ]; do sleep 0.02; done
                                            done
                                            """);
                                } catch (IOException | InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            for (String line : List.of("one", "two")) {
                assertThat(ShellFixture.eventually(() -> desk.said.contains(line + "\n"))).isTrue();
                Files.createFile(root.resolve("heard-" + line));
            }
            assertThat(caller.join(ShellFixture.TIMEOUT)).isTrue();
            assertThat(desk.said).containsExactly("one\n", "two\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void refusesAScriptTheKernelWouldNotTake(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            assertThatThrownBy(() -> desk.run("#" + "x".repeat(200_000)))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.TOO_LARGE));
            assertThat(desk.output(": " + "x".repeat(100_000) + "; echo long")).isEqualTo("long\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "OFF"})
    void runsWhereItIsTold(SandboxMode mode) throws Exception {
        try (var desk = new ShellFixture(root, mode)) {
            desk.run("mkdir -p 'a b'");
            var command =
                    new Shell.Command(
                            "pwd",
                            Optional.of(() -> "a b"),
                            Map.of(),
                            ShellFixture.TIMEOUT,
                            ShellFixture.OUTPUT_BYTES);

            assertThat(desk.shell().run(command).output().output())
                    .isEqualTo(desk.root.resolve("a b") + "\n");
        }
    }
}
