package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.CommandHost;
import dev.deft.policy.Policy.Changes;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.pool.Sandboxes;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands that run on another machine, against a real SSH server.
class HostCommandTest {

    @TempDir Path root;
    @TempDir Path far;

    private SshHostFixture machine;

    @BeforeEach
    void open() throws Exception {
        machine = SshHostFixture.open(far);
    }

    @AfterEach
    void close() throws IOException {
        machine.close();
    }

    private ShellFixture desk(Tier tier) throws IOException {
        return desk(
                tier, machine.host("say", "upper", "through", "fail", "flood", "hang", "unlisted"));
    }

    private ShellFixture desk(Tier tier, CommandHost host) throws IOException {
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        return new ShellFixture(
                root,
                tier == Tier.NONE ? SandboxMode.OFF : SandboxMode.REQUIRED,
                System.getenv(),
                CommandChoices.DEFAULT.with(host),
                Set.of(tier));
    }

    @ParameterizedTest
    @EnumSource
    void runAloneAndInPipelines(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            assertThat(desk.run("true").sandbox()).isEqualTo(tier.wire());
            assertThat(desk.output("say a 'b c'")).isEqualTo("<a><b c>\n");
            assertThat(desk.output("say a | wc -l")).isEqualTo("1\n");
            assertThat(desk.output("echo x | upper")).isEqualTo("X\n");
            assertThat(desk.output("say abc | upper | through | cat")).isEqualTo("<ABC>\n");
            assertThat(desk.output("x=$(say 1) && xargs -n 1 say <<<\"$x 2\""))
                    .isEqualTo("<<1>>\n<2>\n");
        }
    }

    @Test
    void getTheirWordsToTheLetter() throws Exception {
        List<String> words =
                List.of(
                        "two words",
                        "it's",
                        "'",
                        "\"",
                        "",
                        "line\nline\n",
                        "$(touch made)`touch made`$HOME",
                        "*",
                        "\\",
                        "\\'; touch made; '",
                        "-n",
                        "a;b|c>d&",
                        "ü€😀\t",
                        "x".repeat(20_000));
        String script =
                "say " + String.join(" ", words.stream().map(HostCommandTest::quoted).toList());
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            assertThat(desk.output(script)).isEqualTo("<" + String.join("><", words) + ">\n");
        }
        assertThat(far.resolve("made")).doesNotExist();
        assertThat(root.resolve("made")).doesNotExist();
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    @ParameterizedTest
    @EnumSource
    void tellTheirExitCodesAndErrors(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            Shell.Result ended = desk.run("fail 7");
            assertThat(ended.exitCode()).isEqualTo(7);
            assertThat(ended.output().stdout()).isEqualTo("out\n");
            assertThat(ended.output().stderr()).isEqualTo("trouble\n");
            assertThat(desk.run("fail 0 2>/dev/null").output().output()).isEqualTo("out\n");
            assertThat(desk.run("fail 3 | cat; exit ${PIPESTATUS[0]}").exitCode()).isEqualTo(3);
        }
    }

    @Test
    void areRefusedThereWhenTheyAreNotOnItsList() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            Shell.Result ended = desk.run("unlisted");

            assertThat(ended.exitCode()).isEqualTo(126);
            assertThat(ended.output().output())
                    .isEqualTo("deft-host: unlisted is not on the list of this host\n");
        }
    }

    @Test
    void areNotFoundWhereTheyAreNotConfigured() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP, machine.host("say"))) {
            assertThat(desk.run("upper").exitCode()).isEqualTo(127);
            Shell.Result borrowed =
                    desk.run("cp \"$(command -v say)\" /tmp/upper && /tmp/upper </dev/null");
            assertThat(borrowed.exitCode()).isEqualTo(127);
            assertThat(borrowed.output().output()).isEqualTo("upper: is not a host command here\n");
        }
    }

    @Test
    void sayWhenTheHostIsDown() throws Exception {
        try (var taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var nobody =
                    CommandHost.at(
                            "ops@127.0.0.1:" + taken.getLocalPort(),
                            List.of("say"),
                            Optional.of(far.resolve("key").toString()),
                            Optional.empty());
            try (var desk = desk(Tier.BUBBLEWRAP, nobody)) {
                Shell.Result ended = desk.run("echo x | say");

                assertThat(ended.exitCode()).isEqualTo(255);
                assertThat(ended.output().stderr()).contains("127.0.0.1", "Connection refused");
            }
        }
    }

    @Test
    void trustNoHostWhoseKeyIsNotKnown() throws Exception {
        Files.writeString(far.resolve("known"), "");
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            Shell.Result ended = desk.run("say x");

            assertThat(ended.exitCode()).isEqualTo(255);
            assertThat(ended.output().stderr()).contains("Host key verification failed");
        }
    }

    @Test
    void carryManyBytesBothWays() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            Shell.Result ended =
                    desk.run(
                            "head -c 3000000 /dev/urandom >f && through <f >g && cmp f g && wc -c <g");

            assertThat(ended.output().output()).isEqualTo("3000000\n");
        }
    }

    @Test
    void runManyAtOnce() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            // A file each: what six of them say to one pipe may come out mixed.
            String script =
                    "for i in 1 2 3 4 5 6; do say $i </dev/null >$i & done; wait; cat [1-6]";
            assertThat(desk.output(script)).isEqualTo("<1>\n<2>\n<3>\n<4>\n<5>\n<6>\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void endWithWhoeverCalledThem(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            Path pipes = pipes(desk);
            assertThat(desk.output("flood | head -n 1")).isEqualTo("y\n");
            assertThat(desk.run("timeout 2 hang </dev/null").exitCode()).isEqualTo(124);
            assertThat(ShellFixture.eventually(() -> nothingIsLeft(pipes))).isTrue();

            Shell.Result late = desk.run("sleep 600 | hang", Duration.ofSeconds(2));
            assertThat(late.cause()).isEqualTo(Shell.Cause.TIMEOUT);
            assertThat(ShellFixture.eventually(() -> nothingIsLeft(pipes))).isTrue();
            assertThat(desk.output("say on")).isEqualTo("<on>\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void endWithAnAbortedCallAndWithTheSession(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            Path pipes = pipes(desk);
            Thread call =
                    Thread.startVirtualThread(() -> {
                        try {
                            desk.run("hang");
                        } catch (IOException | InterruptedException _) {
                            // That is what an abort looks like.
                        }
                    });
            assertThat(ShellFixture.eventually(() -> clients() == 1)).isTrue();
            call.interrupt();
            call.join();
            assertThat(ShellFixture.eventually(() -> nothingIsLeft(pipes))).isTrue();

            desk.shell().start(ShellFixture.command("hang", ShellFixture.TIMEOUT, Map.of()));
            assertThat(ShellFixture.eventually(() -> clients() == 1)).isTrue();
            desk.endSession();
            assertThat(ShellFixture.eventually(() -> clients() == 0)).isTrue();
            assertThat(pipes.resolveSibling("bin")).doesNotExist();
        }
    }

    private static Path pipes(ShellFixture desk) throws Exception {
        String script = desk.output("command -v say").strip();
        return Path.of(script.replace("/bin/say", "/pipes"));
    }

    private static boolean nothingIsLeft(Path pipes) {
        try (Stream<Path> all = Files.list(pipes)) {
            return clients() == 0
                    && List.of("never", "requests")
                            .equals(all.map(it -> it.getFileName().toString()).sorted().toList());
        } catch (IOException _) {
            return false;
        }
    }

    /// Every `ssh` that we have started.
    private static long clients() {
        return ProcessHandle.current()
                .children()
                .filter(it -> it.info().command().orElse("").endsWith("/ssh"))
                .count();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void showNothingOfHowTheyAreReached(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            String at = pipes(desk).toString();
            assertThat(desk.output("cat " + far.resolve("key"))).doesNotContain("PRIVATE");
            assertThat(desk.run("echo evil >> \"$(command -v say)\"").exitCode()).isNotZero();
            assertThat(desk.run("touch %s/x; mkdir %s/1".formatted(at, at)).exitCode()).isNotZero();
            assertThat(desk.output("env; grep -rs . %s/../bin".formatted(at)))
                    .doesNotContain("127.0.0.1", "known", "SSH_AUTH");
        }
    }

    /// Whatever the machine's temporary directory is, which no command sees anyway.
    @Test
    void hideTheirKey() throws IOException {
        var setup =
                new ShellSetup(
                        Confinement.of(SandboxMode.REQUIRED),
                        List.of(),
                        CommandChoices.DEFAULT.with(
                                CommandHost.at(
                                        "h",
                                        List.of("say"),
                                        Optional.of("~/key"),
                                        Optional.empty())));
        Sandboxes sandboxes =
                ShellFixture.sandboxes(
                        root, Map.of("HOME", far.toString()), List.of(), Set.of(Tier.BUBBLEWRAP));
        var context = new CommandContext(sandboxes, setup, List.of());

        assertThat(context.inputs().outside().secrets()).contains(far.resolve("key"));
    }

    @Test
    void areNotDisturbedByMischief() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            Path at = pipes(desk);
            desk.run("printf '../x\\n/etc\\n\\n7' > %s/requests".formatted(at));
            desk.run("head -c 100000 /dev/zero > %s/requests".formatted(at));
            desk.run("echo > %s/requests".formatted(at));
            Shell.Result ended =
                    desk.run(
                            """
                            echo 12345 > %s/requests
                            until [ -d %s/12345 ]; do :; done
                            cd %s/12345
                            exec 4>call 6<out 7<err 8<code
                            printf 'say\\0many\\0' >&4
                            cat <&7
                            """
                                    .formatted(at, at, at));

            assertThat(ended.output().output())
                    .isEqualTo("host command: the request for a host command is invalid\n");
            assertThat(desk.output("say on")).isEqualTo("<on>\n");
        }
    }

    @Test
    void workWhereChangesCanBeUndone() throws Exception {
        var choices = CommandChoices.DEFAULT.with(machine.host("upper")).with(Changes.UNDOABLE);
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED, choices)) {
            assertThat(desk.run("echo x | upper > made").exitCode()).isZero();
        }
        assertThat(root.resolve("made")).hasContent("X");
    }

    @Test
    void takeNoKeyFromTheWorkspace() throws Exception {
        var own =
                CommandHost.at(
                        "h",
                        List.of("say"),
                        Optional.of(root.resolve("key").toString()),
                        Optional.empty());
        try (var desk = desk(Tier.BUBBLEWRAP, own)) {
            assertThatThrownBy(() -> desk.run("true"))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("is in the workspace");
        }
    }
}
