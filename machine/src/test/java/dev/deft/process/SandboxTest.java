package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command cannot do in a bubblewrap sandbox.
class SandboxTest {

    @TempDir Path root;

    private static String refused(ShellFixture desk, String script) throws Exception {
        Shell.Result ended = desk.run(script);
        assertThat(ended.sandbox()).isEqualTo("bubblewrap");
        assertThat(ended.exitCode()).as(script + "\n" + ended.output().output()).isNotZero();
        return ended.output().output();
    }

    @Test
    void writesNowhereButInTheWorkspace() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            assertThat(desk.run("echo x > inside").exitCode()).isZero();
            refused(desk, "echo x > /etc/deft-was-here");
            refused(desk, "echo x > /usr/deft-was-here");
            refused(desk, "touch \"$HOME/deft-was-here\"");
            refused(desk, "echo x > /proc/sys/kernel/hostname");
            refused(desk, "echo '|/bin/true' > /proc/sys/kernel/core_pattern");
            refused(desk, "mkdir /sys/fs/cgroup/deft-was-here");
        }
        assertThat(root.resolve("inside")).hasContent("x");
    }

    @Test
    void isReplacedWhenSomebodyKilledIt() throws Exception {
        String own = "TZ=Deft/" + root.getFileName();
        try (var desk =
                new ShellFixture(
                        root,
                        SandboxMode.REQUIRED,
                        ShellFixture.environment("TZ", "Deft/" + root.getFileName()),
                        List.of())) {
            for (int i = 0; i < 5; i++) {
                assertThat(desk.output("echo on")).isEqualTo("on\n");
                List<ProcessIdentity> sandbox =
                        ProcessTable.all().stream()
                                .filter(it -> ProcessTable.hasVariable(it.pid(), own))
                                .toList();
                assertThat(sandbox).isNotEmpty();
                sandbox.forEach(it -> it.signal(9));
                assertThat(
                                ShellFixture.eventually(
                                        () -> sandbox.stream().noneMatch(ProcessIdentity::isAlive)))
                        .isTrue();
            }
        }
    }

    @Test
    void hasATemporaryDirectoryOfItsOwn() throws Exception {
        Path outside = Files.createTempFile("deft", ".txt");
        Path own = Path.of("/tmp/%s.own".formatted(root.getFileName()));
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            refused(desk, "cat " + outside);
            assertThat(desk.run("echo x > %s && cat %s".formatted(own, own)).exitCode()).isZero();
        }
        assertThat(own).doesNotExist();
        Files.delete(outside);
    }

    @Test
    void changesNothingThatIsProtected() throws Exception {
        for (String repository : List.of(".", "nested/deep")) {
            Path git = Files.createDirectories(root.resolve(repository).resolve(".git/hooks"));
            Files.writeString(git.resolveSibling("config"), "[core]\n");
        }
        Files.writeString(root.resolve(".bashrc"), "# mine\n");
        Files.createDirectories(root.resolve(".vscode"));
        List<Path> before = tree();
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            refused(desk, "echo x > .git/hooks/pre-commit");
            refused(desk, "echo x >> .git/config");
            refused(desk, "rm -f .git/config");
            refused(desk, "echo x > nested/deep/.git/hooks/pre-commit");
            refused(desk, "echo x >> .bashrc");
            refused(desk, "rm -rf .vscode");
            refused(desk, "echo x > .vscode/tasks.json");
            assertThat(desk.run("echo x > .git/HEAD && rm .git/HEAD").exitCode()).isZero();
        }
        assertThat(tree()).isEqualTo(before);
    }

    @Test
    void makesNothingProtectedWhereThereWasNothing() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            Shell.Result ended = desk.run("mkdir -p a/.vscode && echo x > a/.vscode/tasks.json");
            assertThat(ended.note().orElse("")).contains("a/.vscode");
            desk.run("echo x > .envrc");
            desk.run("git init -q sub && echo evil > sub/.git/hooks/pre-commit");
            refused(desk, "echo x >> sub/.git/config");
        }
        assertThat(root.resolve("a/.vscode")).doesNotExist();
        assertThat(root.resolve(".envrc")).doesNotExist();
        assertThat(root.resolve("sub/.git/config")).exists();
        assertThat(root.resolve("sub/.git/hooks/pre-commit")).doesNotExist();
    }

    private List<Path> tree() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            Path state = root.resolve(".deft");
            return all.filter(it -> !it.startsWith(state)).sorted().toList();
        }
    }

    @Test
    void reachesNoNetwork() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            refused(desk, "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort());
            assertThat(desk.output("ls /sys/class/net 2>/dev/null; cat /proc/net/dev | wc -l"))
                    .endsWith("3\n");
        }
    }

    @Test
    void seesNoSecretsOfTheUser() throws Exception {
        Path home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "home");
        Files.writeString(
                Files.createDirectories(home.resolve(".ssh")).resolve("id_rsa"), "PRIVATE");
        Files.writeString(home.resolve(".netrc"), "password");
        var environment = ShellFixture.environment("HOME", home.toString());
        List<Path> hidden = List.of(Path.of("/etc/init.d"), Path.of("/etc/passwd"));
        try (var desk =
                new ShellFixture(root, SandboxMode.REQUIRED, environment, List.of(), hidden)) {
            assertThat(desk.output("cat ~/.ssh/id_rsa ~/.netrc; ls -A ~/.ssh"))
                    .doesNotContain("PRIVATE", "password");
            assertThat(desk.run("cat /etc/passwd; ls -A /etc/init.d").output().stdout()).isEmpty();
            refused(desk, "test -s /etc/shadow");
        }
    }

    @Test
    void hasNoPrivilegesAndGetsNone() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            assertThat(desk.output("cat /proc/self/status"))
                    .contains("CapEff:\t0000000000000000", "CapBnd:\t0000000000000000")
                    .contains("NoNewPrivs:\t1", "Seccomp:\t2");
            refused(desk, "unshare -U true");
            refused(desk, "unshare -m true");
            refused(desk, "mount -t tmpfs none /tmp");
            refused(desk, "chroot / true");
            refused(desk, "nsenter -t 1 -m true");
            refused(desk, "strace -o /dev/null true");
            refused(desk, "chown 12345 .");
        }
    }

    @Test
    void cannotReachItsFirstProcess() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            refused(desk, "cat /proc/1/environ");
            refused(desk, "echo x > /proc/1/mem");
            refused(desk, "ls /proc/1/fd/");
            refused(desk, "prlimit --pid 1 --nproc=1");
            assertThat(desk.run("ls -d /proc/[0-9]* | wc -l").sandbox())
                    .as("without processes of its own, the next line would hit everybody")
                    .isEqualTo("bubblewrap");
            assertThat(desk.output("kill -KILL 1; kill -STOP 1; kill -KILL -1; echo after"))
                    .endsWith("after\n");
            assertThat(desk.output("ps -e -o pid= | wc -l; echo next")).endsWith("next\n");
        }
    }

    @Test
    void seesNoProcessOfTheMachine() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            long ours = ProcessHandle.current().pid();
            refused(desk, "test -e /proc/%d/environ".formatted(ours + 100_000));
            assertThat(desk.output("cat /proc/[0-9]*/comm")).doesNotContain("java");
        }
    }

    @Test
    void isRefusedWhereASandboxIsRequiredAndThereIsNone() throws Exception {
        try (var desk = unfenced(SandboxMode.REQUIRED)) {
            assertThatThrownBy(() -> desk.run("true"))
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.SANDBOX_DENIED));
        }
    }

    @Test
    void saysSoWhereThereIsNone() throws Exception {
        try (var desk = unfenced(SandboxMode.AUTO)) {
            Shell.Result ended = desk.run("ulimit -t");

            assertThat(ended.sandbox()).isEqualTo("none");
            assertThat(ended.note()).contains("bubblewrap is not installed");
            assertThat(ended.output().output())
                    .isEqualTo(ResourceLimits.USUAL.cpu().toSeconds() + "\n");
        }
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            assertThat(desk.run("true").sandbox()).isEqualTo("none");
        }
    }

    private ShellFixture unfenced(SandboxMode mode) throws IOException {
        return ShellFixture.with(
                Set.of(Tier.NONE), root, mode, NetworkReach.none(), ResourceLimits.USUAL);
    }
}
