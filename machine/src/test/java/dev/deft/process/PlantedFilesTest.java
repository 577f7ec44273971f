package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.policy.ProtectedPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a command plants for whoever comes next.
class PlantedFilesTest {

    @TempDir Path root;

    @ParameterizedTest
    @ValueSource(strings = {"bare", "x/deep.git", "objects"})
    void isNoRepositoryThatRunsSomethingWhateverItsName(String name) throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            Shell.Result ended =
                    desk.run(
                            "git init -q --bare '%s' && cd '%s' && printf '[core]\\n\\tfsmonitor = ./evil\\n\\tworktree = .\\n' >> config && echo evil > hooks/post-checkout"
                                    .formatted(name, name));
            assertThat(ended.note().orElse(""))
                    .contains(name + "/config", name + "/hooks/post-checkout");
            assertThat(root.resolve(name).resolve("config"))
                    .content()
                    .doesNotContain("evil")
                    .contains("bare");
            assertThat(root.resolve(name).resolve("hooks/post-checkout")).doesNotExist();
            assertThat(desk.run("cd '%s' && echo evil >> config".formatted(name)).exitCode())
                    .isNotZero();
            assertThat(desk.run("mv '%s' other".formatted(name)).exitCode()).isNotZero();
        }
    }

    @Test
    void leavesAnOrdinaryBareRepositoryWhole() throws Exception {
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            Shell.Result ended =
                    desk.run(
                            "git init -q --bare remote && git clone -q remote work && cd work && git config user.email a@b && git config user.name a"
                                    + " && mkdir -p .github/workflows && echo x > .github/workflows/ci.yml && echo x > AGENTS.md && git add . && git commit -qm x && git push -q origin HEAD");
            assertThat(ended.exitCode()).as(ended.output().output()).isZero();
            assertThat(ended.note()).isEmpty();
            assertThat(desk.output("git clone -q remote again && cat again/AGENTS.md"))
                    .isEqualTo("x\n");
        }
        assertThat(root.resolve("again/.github/workflows/ci.yml")).exists();
    }

    @Test
    void isNothingThatAgentsObeyOrThatRunsLater() throws Exception {
        Files.writeString(root.resolve("AGENTS.md"), "mine");
        try (var desk = new ShellFixture(root, SandboxMode.REQUIRED)) {
            desk.run(
                    "echo x > AGENTS.md; mkdir -p .github/workflows .husky .cargo; echo x > .github/workflows/a.yml; echo x > .husky/pre-commit; echo x > .cargo/config.toml; echo x > .gdbinit");
        }
        assertThat(root.resolve("AGENTS.md")).hasContent("mine");
        for (String it :
                new String[] {".github/workflows", ".husky", ".cargo/config.toml", ".gdbinit"}) {
            assertThat(root.resolve(it)).doesNotExist();
        }
        assertThat(ProtectedPaths.contains("Claude.md")).isTrue();
        assertThat(ProtectedPaths.contains("docs/agents.md")).isFalse();
        assertThat(ProtectedPaths.contains(".hg/hgrc")).isTrue();
    }
}
