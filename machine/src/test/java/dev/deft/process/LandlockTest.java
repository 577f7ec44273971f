package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command cannot do behind Landlock, where there is no bubblewrap.
class LandlockTest {

    private static final Set<Tier> NO_BUBBLEWRAP = Set.of(Tier.LANDLOCK, Tier.NONE);

    @TempDir Path root;
    @TempDir Path outside;

    @BeforeEach
    void askTheKernel() {
        assumeTrue(LandlockRuleset.missing().isEmpty(), "this kernel has no Landlock we can use");
    }

    private ShellFixture desk() throws IOException {
        return desk(NetworkReach.none(), ResourceLimits.USUAL);
    }

    private ShellFixture desk(NetworkReach reach, ResourceLimits ration) throws IOException {
        return ShellFixture.with(NO_BUBBLEWRAP, root, SandboxMode.REQUIRED, reach, ration);
    }

    private static String refused(ShellFixture desk, String script) throws Exception {
        Shell.Result ended = desk.run(script);
        assertThat(ended.sandbox()).isEqualTo("landlock");
        assertThat(ended.exitCode()).as(script + "\n" + ended.output().output()).isNotZero();
        return ended.output().output();
    }

    @Test
    void isNamedWithTheReason() throws Exception {
        try (var desk = desk()) {
            Shell.Result ended = desk.run("echo x | cat > inside && cat inside");
            assertThat(ended.sandbox()).isEqualTo("landlock");
            assertThat(ended.note()).contains("bubblewrap is not installed");
            assertThat(ended.output().output()).isEqualTo("x\n");
        }
    }

    @Test
    void writesNowhereButInTheWorkspace() throws Exception {
        Path file = Files.writeString(outside.resolve("file"), "mine");
        try (var desk = desk()) {
            assertThat(
                            desk.output(
                                    "mkdir -p a/b && echo x > a/b/c && mv a/b/c d && rm -r a && cat d && git init -q . && ls .git | wc -l"))
                    .startsWith("x\n");
            refused(desk, "echo x > /etc/deft-was-here");
            refused(desk, "echo x > %s/new".formatted(outside));
            refused(desk, "truncate -s 0 " + file);
            refused(desk, "rm " + file);
            refused(desk, "ln %s here".formatted(file));
            refused(desk, "touch \"$HOME/deft-was-here\"");
            refused(desk, "echo $(cat /proc/sys/kernel/hostname) > /proc/sys/kernel/hostname");
            refused(desk, "mkdir /sys/fs/cgroup/deft-was-here");
            refused(desk, "mknod device c 1 3");
        }
        assertThat(file).hasContent("mine");
    }

    @Test
    void hasATemporaryDirectoryOfItsOwn() throws Exception {
        Files.writeString(outside.resolve("file"), "of another program");
        try (var desk = desk()) {
            refused(desk, "cat %s/file".formatted(outside));
            refused(desk, "echo x > /tmp/deft-was-here");
            assertThat(desk.output("f=$(mktemp) && echo x > $f && cat $f && echo $f > name"))
                    .isEqualTo("x\n");
            assertThat(Path.of(Files.readString(root.resolve("name")).strip())).exists();
        }
        assertThat(Path.of(Files.readString(root.resolve("name")).strip()).getParent())
                .doesNotExist();
    }

    @Test
    void seesNoSecretsOfTheUser() throws Exception {
        Path home = Files.createDirectory(outside.resolve("home"));
        Files.writeString(
                Files.createDirectories(home.resolve(".ssh")).resolve("id_rsa"), "PRIVATE");
        Files.writeString(home.resolve(".netrc"), "password");
        var environment = ShellFixture.environment("HOME", home.toString());
        try (var desk =
                ShellFixture.with(
                        NO_BUBBLEWRAP,
                        root,
                        SandboxMode.REQUIRED,
                        environment,
                        List.of(Path.of("/etc/init.d"), Path.of("/etc/passwd")),
                        NetworkReach.none(),
                        ResourceLimits.USUAL)) {
            assertThat(desk.output("cat ~/.ssh/id_rsa ~/.netrc"))
                    .doesNotContain("PRIVATE", "password");
            refused(desk, "cat /etc/passwd");
            refused(desk, "cat /etc/shadow");
            assertThat(desk.run("cat /etc/hostname /etc/os-release").exitCode()).isZero();
        }
    }

    @Test
    void putsBackWhatIsProtected() throws Exception {
        for (String repository : List.of(".", "nested/deep")) {
            Path git = Files.createDirectories(root.resolve(repository).resolve(".git/hooks"));
            Files.writeString(git.resolveSibling("config"), "[core]\n");
            Files.writeString(git.resolve("pre-commit"), "#!/bin/sh\n");
        }
        Files.writeString(root.resolve(".bashrc"), "# mine\n");
        Map<String, String> before = contents();
        try (var desk = desk()) {
            Shell.Result ended =
                    desk.run(
                            "echo x > .git/hooks/post-merge; echo x >> .git/config; rm -rf nested/deep/.git/hooks;"
                                    + " chmod 777 .git/hooks/pre-commit; mv .bashrc other; mkdir .vscode; echo x > .vscode/tasks.json");
            assertThat(ended.note().orElse(""))
                    .contains(
                            ".git/hooks/post-merge",
                            ".git/config",
                            ".bashrc",
                            "nested/deep/.git/hooks/pre-commit");
        }
        Files.delete(root.resolve("other"));
        assertThat(contents()).isEqualTo(before);
    }

    private Map<String, String> contents() throws IOException {
        var found = new TreeMap<String, String>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path it : all.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(it).toString();
                if (!name.startsWith(".deft/")) {
                    found.put(name, Files.getPosixFilePermissions(it) + Files.readString(it));
                }
            }
        }
        return found;
    }

    @Test
    void reachesNoNetwork() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var desk = desk()) {
            refused(desk, "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort());
            refused(desk, "exec 3<>/dev/udp/127.0.0.1/53");
        }
    }

    @Test
    void reachesTheNetworkWhereAllOfItIsGranted() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String knock = "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort();
            NetworkReach everywhere = new NetworkReach(List.of("**"), _ -> {});
            try (var desk = desk(everywhere, ResourceLimits.USUAL)) {
                assertThat(desk.run(knock).exitCode()).isZero();
            }
            NetworkReach one = new NetworkReach(List.of("127.0.0.1"), _ -> {});
            try (var desk = desk(one, ResourceLimits.USUAL)) {
                refused(desk, knock);
                assertThat(desk.run("true").note().orElse(""))
                        .contains("single hosts cannot be reached");
            }
        }
    }

    @Test
    void hasNoPrivilegesAndGetsNone() throws Exception {
        try (var desk = desk()) {
            assertThat(desk.output("cat /proc/self/status"))
                    .contains("CapEff:\t0000000000000000", "CapPrm:\t0000000000000000")
                    .contains("NoNewPrivs:\t1", "Seccomp:\t2");
            refused(desk, "unshare -U true");
            refused(desk, "unshare -m true");
            refused(desk, "mount -t tmpfs none .");
            refused(desk, "chroot / true");
            refused(desk, "strace -o /dev/null true");
            refused(desk, "chown 12345 .");
        }
    }

    @Test
    void cannotTouchTheProcessThatStartedIt() throws Exception {
        long us = ProcessHandle.current().pid();
        try (var desk = desk()) {
            refused(desk, "cat /proc/%d/environ".formatted(us));
            refused(desk, "cat /proc/%d/maps".formatted(us));
            refused(desk, "readlink /proc/%d/fd/0".formatted(us));
            refused(desk, "cat /proc/%d/cwd/pom.xml".formatted(us));
            refused(desk, "kill -0 " + us);
            assertThat(desk.output("sleep 900 & kill $! && echo own")).contains("own");
        }
    }

    @Test
    void keepsToItsRation() throws Exception {
        OptionalLong memory = OptionalLong.of(200 * 1024 * 1024);
        try (var desk =
                desk(
                        NetworkReach.none(),
                        new ResourceLimits(4096, memory, Duration.ofSeconds(1)))) {
            assertThat(desk.run("while :; do :; done").signal()).contains("SIGXCPU");
        }
        try (var desk =
                desk(
                        NetworkReach.none(),
                        new ResourceLimits(4096, memory, Duration.ofMinutes(4)))) {
            // Without an end of line, `tail` keeps all of it.
            refused(desk, "set -o pipefail; head -c 400000000 /dev/zero | tail | wc -c");
        }
    }

    @Test
    void leavesTheOtherThreadsOfThisProcessAlone() throws Exception {
        try (var desk = desk()) {
            desk.run("true");
        }
        Files.writeString(outside.resolve("file"), "still");
        new ServerSocket(0).close();
        assertThat(Files.readString(Path.of("/proc/self/status"))).contains("NoNewPrivs:\t0");
    }
}
