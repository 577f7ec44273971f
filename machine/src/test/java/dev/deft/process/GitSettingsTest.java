package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HostException;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.launch.CommandEnvironment;
import dev.deft.process.launch.GitSettings;
import dev.deft.sandbox.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a repository cannot make a look at it run.
class GitSettingsTest {

    private static final String EVIL = "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n";

    @TempDir Path root;

    private void repository() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            assertThat(
                            desk.run(
                                            "git init -q . && git config user.email a@b && git config user.name a"
                                                    + " && echo a > a && git add a && git commit -qm a && echo b > a")
                                    .exitCode())
                    .isZero();
        }
        Path evil = Files.writeString(root.resolve("evil"), EVIL);
        assertThat(evil.toFile().setExecutable(true)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void areInForceBehindEveryFence(Tier tier) throws Exception {
        repository();
        Files.writeString(
                root.resolve(".git/config"),
                """
                [core]
                \tfsmonitor = ./evil
                \tpager = ./evil
                \tsshCommand = ./evil
                \taskPass = ./evil
                \teditor = ./evil
                [sequence]
                \teditor = ./evil
                [pager]
                \tlog = ./evil
                [log]
                \tshowSignature = true
                [gpg]
                \tprogram = ./evil
                [credential]
                \thelper = ./evil
                [user]
                \tname = a
                \temail = a@b
                """);
        try (var desk = Tiers.desk(tier, root)) {
            desk.run(
                    "git status; git log; git --paginate log; git diff --stat; git fetch ssh://nowhere.invalid/x;"
                            + " git commit -a; git rebase -i --root; printf 'protocol=https\\nhost=x\\n' | git credential fill;"
                            + " git fetch 'ext::./evil x'");
        }
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void openNoBareRepositoryOnTheirOwn() throws Exception {
        repository();
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            desk.run("git clone -q --bare . bare.git");
            assertThat(desk.run("cd bare.git && git log -1").output().output())
                    .contains("safe.bareRepository");
            assertThat(desk.run("git --git-dir=bare.git log -1 --format=%s").output().output())
                    .isEqualTo("a\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GIT_CONFIG_COUNT",
                "GIT_CONFIG_GLOBAL",
                "GIT_CONFIG_PARAMETERS",
                "GIT_EXTERNAL_DIFF",
                "GIT_SSH",
                "GIT_PAGER",
                "git_exec_path"
            })
    void cannotBeTakenBackByACall(String name) throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.OFF)) {
            assertThatThrownBy(() ->
                            desk.shell()
                                    .run(
                                            ShellFixture.command(
                                                    "git status",
                                                    ShellFixture.TIMEOUT,
                                                    Map.of(name, "x"))))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining(name);
        }
    }

    @Test
    void winOverThoseOfTheSession() throws HostException {
        var environment = new CommandEnvironment(Map.of(), List.of());
        Map<String, String> seen =
                environment.with(
                        Map.of("GIT_CONFIG_COUNT", "0", "GIT_EXTERNAL_DIFF", "x", "PATH", ".:x:"),
                        Map.of());
        assertThat(seen)
                .containsEntry("GIT_CONFIG_COUNT", "6")
                .containsEntry("PATH", "/usr/local/bin:/usr/bin:/bin")
                .doesNotContainKey("GIT_EXTERNAL_DIFF");
        assertThat(GitSettings.forLookMode())
                .containsValue("core.hooksPath")
                .containsEntry("GIT_OPTIONAL_LOCKS", "0");
    }
}
