package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.LookModeFailure;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands in look mode. What they cannot do, LookModeScriptsTest shows.
class LookTest {

    @TempDir Path root;
    @TempDir Path outside;

    private ShellFixture desk(Tier tier) throws IOException, InterruptedException {
        Path home = Files.createDirectories(outside.resolve("home"));
        ShellFixture desk =
                ShellFixture.with(
                        Set.of(tier),
                        root,
                        SandboxMode.REQUIRED,
                        ShellFixture.environment("HOME", home.toString()),
                        List.of(),
                        NetworkReach.none(),
                        ResourceLimits.USUAL);
        assumeTrue(desk.withoutLook().isEmpty(), "there is no look mode here");
        return desk;
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void seeTheWorkspaceAndHaveAHomeOfTheirOwn(Tier tier) throws Exception {
        Files.writeString(root.resolve("a.txt"), "hello\n");
        try (var desk = desk(tier)) {
            Shell.Result ended =
                    desk.look(
                            "cat a.txt; cd; echo x >b && cat b; cd \"${TMPDIR}\" && mkdir -p d/e && echo y >d/e/f && cat d/e/f;"
                                    + " echo $GIT_OPTIONAL_LOCKS; echo z >/dev/null; true <(true) | cat");

            assertThat(ended.output().output()).isEqualTo("hello\nx\ny\n0\n");
            assertThat(ended.sandbox()).isEqualTo(tier.wire());
            assertThat(ended.exitCode()).isZero();
            assertThat(desk.shortfalls).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void findNothingOfTheOnesBefore(Tier tier) throws Exception {
        String left =
                "ls -A ~ \"$TMPDIR\" | grep -v : | sort -u; for d in /tmp /var/tmp /run /dev/shm; do ls -A $d 2>&1 | grep -c secret; done";
        try (var desk = desk(tier)) {
            String before = desk.look(left).output().output();
            desk.look(
                    "for d in ~ \"$TMPDIR\" /tmp /var/tmp /run /dev/shm; do mkdir -p $d/.secret/a; mkdir -m 0 $d/secret; echo x >$d/.secret/a/b; done");
            assertThat(desk.look(left).output().output()).isEqualTo(before);

            desk.look("chmod 0 ~ /tmp; mkdir ~/x; (setsid sleep 100 &) </dev/null >/dev/null 2>&1");
            assertThat(desk.look(left).output().output()).isEqualTo(before);
        }
        try (var entries = Files.list(outside.resolve("home"))) {
            assertThat(entries).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void tellWhatTheyLacked(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            desk.look("touch a.txt");
            desk.look("cat nothing-there");
            desk.look("exec 3<>/dev/tcp/127.0.0.1/9");
            desk.look("ls");

            assertThat(desk.shortfalls)
                    .allMatch(LookModeFailure::failed)
                    .extracting(LookModeFailure::evidence)
                    .hasSize(2)
                    .anyMatch(it -> it.startsWith("touch: cannot touch 'a.txt': "))
                    .anyMatch(it ->
                            it.contains("/dev/tcp")
                                    || it.startsWith("bash: socket: ")
                                    || it.startsWith("bash: connect: "));
        }
    }

    @Test
    void mentionAReadOnlyFileSystemWhereTheyDidNotFail() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            desk.look("touch a.txt 2>&1 | tail -1");

            assertThat(desk.shortfalls)
                    .containsExactly(
                            new LookModeFailure(
                                    "touch: cannot touch 'a.txt': Read-only file system", false));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void runInTheBackgroundUntilTheSessionEnds(Tier tier) throws Exception {
        BackgroundProcess process;
        try (var desk = desk(tier)) {
            process =
                    desk.looking()
                            .start(
                                    ShellFixture.command(
                                            "touch a.txt; echo ready; sleep 1000",
                                            Duration.ofSeconds(5),
                                            Map.of()));
            assertThat(ShellFixture.eventually(() -> process.output(1000).contains("ready")))
                    .isTrue();
            assertThat(process.running()).isTrue();
            assertThat(process.lifetime()).isEmpty();
        }
        assertThat(ShellFixture.eventually(() -> !process.running())).isTrue();
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void haveNoSocketsButPairsOfThem(Tier tier) throws Exception {
        String socket = "python3 -c 'import socket as s; s.%s'";
        try (var desk = desk(tier)) {
            assertThat(desk.look(socket.formatted("socketpair()")).exitCode()).isZero();
            for (String kind : List.of("AF_UNIX", "AF_VSOCK", "AF_ALG", "AF_CAN", "AF_PACKET")) {
                assertThat(
                                desk.look(socket.formatted("socket(s." + kind + ", s.SOCK_RAW)"))
                                        .output()
                                        .output())
                        .as(kind)
                        .contains("Operation not permitted");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void areEnforcedOnAnyKernelThatCan(Tier tier) throws Exception {
        boolean able = tier == Tier.BUBBLEWRAP || LandlockRuleset.missingForLookMode().isEmpty();
        try (var desk = Tiers.desk(tier, root)) {
            assertThat(desk.withoutLook().isEmpty()).isEqualTo(able);
        }
    }

    @Test
    void areRefusedWhereNothingEnforcesIt() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            assertThat(desk.withoutLook()).contains("the sandbox is turned off");
            assertThatThrownBy(() -> desk.look("ls"))
                    .isInstanceOf(HostException.class)
                    .hasMessage("Look mode is not available here: the sandbox is turned off.");
        }
        try (var desk =
                ShellFixture.with(
                        Set.of(Tier.NONE),
                        root,
                        SandboxMode.AUTO,
                        NetworkReach.none(),
                        ResourceLimits.USUAL)) {
            assertThat(desk.withoutLook()).contains("bubblewrap is not installed");
        }
    }

    @Test
    void haveAHomeWhereTheWorkspaceIsIt() throws Exception {
        try (var desk =
                ShellFixture.with(
                        Set.of(Tier.BUBBLEWRAP),
                        root,
                        SandboxMode.REQUIRED,
                        ShellFixture.environment("HOME", root.toRealPath().toString()),
                        List.of(),
                        NetworkReach.none(),
                        ResourceLimits.USUAL)) {
            assertThat(desk.look("touch ~/a && ls ~; ls -A").output().output()).isEqualTo("a\n");
            assertThat(desk.look("ls -A ~").output().output()).isEmpty();
        }
    }

    /// A read-only mount does not keep anybody from writing into a pipe.
    @Test
    void writeIntoNoPipeOfTheWorkspace() throws Exception {
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            desk.look("true");
            assertThat(desk.run("mkfifo pipe").exitCode()).isZero();
            Process reader =
                    new ProcessBuilder("bash", "-c", "read -r line <>pipe; echo \"$line\"")
                            .directory(root.toFile())
                            .start();
            try {
                assertThat(desk.look("echo secret >pipe").exitCode()).isNotZero();
                assertThat(reader.isAlive()).isTrue();
            } finally {
                reader.destroyForcibly();
            }
        }
    }
}
