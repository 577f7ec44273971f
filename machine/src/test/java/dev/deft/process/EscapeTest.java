package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ways out of a sandbox that take more than a shell: system calls, descriptors, sockets.
class EscapeTest {

    /// Each would do something, or complain of its arguments, if it were not refused.
    private static final Map<String, String> CALLS = calls();

    private static final String TRY =
            "perl -e 'for (@ARGV) { my ($name, @n) = split /,/; my $r = syscall($n[0] + 0, map { $_ + 0 } @n[1..$#n]);"
                    + " print \"$name \", ($r == -1 ? $! + 0 : \"went through\"), \"\\n\" }' -- ";

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;

    @TempDir Path root;

    private static Map<String, String> calls() {
        Map<String, String> calls = new LinkedHashMap<>();
        calls.put("ptrace", "101,0,0,0,0");
        calls.put("process_vm_readv", "310,1,0,0,0,0,0");
        calls.put("process_vm_writev", "311,1,0,0,0,0,0");
        calls.put("kcmp", "312,1,1,0,0,0");
        calls.put("pidfd_getfd", "438,0,0,0");
        calls.put("process_madvise", "440,0,0,0,0,0");
        calls.put("io_uring_setup", "425,1,0");
        calls.put("io_uring_enter", "426,0,0,0,0,0");
        calls.put("io_uring_register", "427,0,0,0,0");
        calls.put("userfaultfd", "323,1");
        calls.put("perf_event_open", "298,0,0,0,0,0");
        calls.put("bpf", "321,0,0,0");
        calls.put("add_key", "248,0,0,0,0,0");
        calls.put("request_key", "249,0,0,0,0");
        calls.put("keyctl", "250,0,-3,0");
        calls.put("unshare_user", "272,268435456");
        calls.put("unshare_files", "272,1024");
        calls.put("setns", "308,0,0");
        calls.put("clone3", "435,0,0");
        calls.put("clone_user", "56,268435473,0,0,0,0");
        calls.put("mount", "165,0,0,0,0,0");
        calls.put("umount2", "166,0,0");
        calls.put("pivot_root", "155,0,0");
        calls.put("open_tree", "428,-100,0,0");
        calls.put("move_mount", "429,0,0,0,0,0");
        calls.put("fsopen", "430,0,0");
        calls.put("fsmount", "432,0,0,0");
        calls.put("mount_setattr", "442,0,0,0,0,0");
        calls.put("quotactl_fd", "443,0,0,0,0");
        calls.put("open_tree_attr", "467,-100,0,0,0,0");
        calls.put("name_to_handle_at", "303,-100,0,0,0,0");
        calls.put("open_by_handle_at", "304,0,0,0");
        calls.put("init_module", "175,0,0,0");
        calls.put("kexec_load", "246,0,0,0,0");
        calls.put("settimeofday", "164,0,0");
        calls.put("prlimit_of_another", "302,1,7,0,0");
        calls.put("type_into_a_terminal", "16,0,21522,0");
        calls.put("select_in_a_terminal", "16,0,21532,0");
        calls.put("socket_to_the_machine_below", "41,40,1,0");
        calls.put("socket_to_the_cipher", "41,38,5,0");
        calls.put("calls_of_x32", "1073741825,1,0,0");
        return calls;
    }

    private ShellFixture desk(Tier tier) throws IOException {
        return ShellFixture.with(
                Set.of(tier),
                root,
                SandboxMode.REQUIRED,
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    private static void refused(ShellFixture desk, String script) throws Exception {
        Shell.Result ended = desk.run(script);
        assertThat(ended.exitCode()).as(script + "\n" + ended.output().output()).isNotZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void failsByEveryCallThatIsRefused(Tier tier) throws Exception {
        assumeTrue(
                System.getProperty("os.arch").equals("amd64"),
                "the numbers of the calls are those of another processor");
        String words =
                CALLS.entrySet().stream()
                        .map(it -> it.getKey() + "," + it.getValue())
                        .collect(Collectors.joining(" "));
        try (var desk = desk(tier)) {
            List<String> lines = desk.output(TRY + words).lines().toList();
            assertThat(lines).hasSameSizeAs(CALLS.keySet());
            for (String line : lines) {
                assertThat(line).endsWith(" " + (isUnknown(line) ? ENOSYS : EPERM));
            }
        }
    }

    /// Told as unknown, so that programs fall back on something else.
    private static boolean isUnknown(String line) {
        return line.startsWith("clone3 ") || line.startsWith("calls_of_x32 ");
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void findsNoDescriptorButItsThree(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            assertThat(desk.output("ls /proc/$$/fd")).isEqualTo("0\n1\n2\n");
            assertThat(desk.output("cd /proc/self/fd && readlink 0")).isEqualTo("/dev/null\n");
            desk.run("echo 'ended 0' >&3; echo 'ended 0' >&4");
            assertThat(desk.run("exit 7").exitCode()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void findsNoSocketWithoutAPath(Tier tier) throws Exception {
        String name = "deft-" + ProcessHandle.current().pid() + "-" + tier.wire();
        String listen =
                "use IO::Socket::UNIX; $| = 1; my $s = IO::Socket::UNIX->new(Local => \"\\0%s\", Listen => 1) or die $!; print \"up\\n\"; <STDIN>"
                        .formatted(name);
        String connect =
                "perl -e 'use IO::Socket::UNIX; IO::Socket::UNIX->new(Peer => \"\\0%s\") or die $!'"
                        .formatted(name);
        Process server =
                new ProcessBuilder("perl", "-e", listen)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var desk = desk(tier);
                BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("up");
            refused(desk, connect);
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void makesNoDeviceAndReadsNoMemory(Tier tier) throws Exception {
        try (var desk = desk(tier)) {
            refused(desk, "mknod disk b 8 0");
            refused(desk, "head -c 1 /proc/kcore");
            refused(desk, "head -c 1 /dev/mem");
            refused(desk, "head -c 1 /dev/kmsg");
            refused(desk, "echo x > /sys/kernel/uevent_helper");
            refused(desk, "echo h > /proc/sysrq-trigger");
            refused(
                    desk,
                    "echo 0 > /proc/self/oom_score_adj && echo -1 > /proc/self/oom_score_adj");
        }
    }

    @Test
    void reachesNothingProtectedByAnotherName() throws Exception {
        Path git = Files.createDirectories(root.resolve(".git/hooks"));
        Path config = Files.writeString(git.resolveSibling("config"), "[core]\n");
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            refused(desk, "ln .git/config other && echo x >> other");
            refused(desk, "ln -s .git/config link && echo x >> link");
            refused(desk, "mv .git elsewhere");
            refused(desk, "rm -rf .git");
            refused(desk, "exec 9<.git/config && echo x >> /proc/self/fd/9");
            refused(desk, "echo x >> /proc/$$/root%s".formatted(config.toRealPath()));
            refused(desk, "touch -d yesterday .git/config");
            refused(desk, "chmod 777 .git/hooks");
        }
        assertThat(config).hasContent("[core]\n");
    }
}
