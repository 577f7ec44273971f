package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedPathsTest {

    /// Each protected path beside one that is not.
    @ParameterizedTest
    @CsvSource({
        ".git/hooks/pre-commit, git/hooks/pre-commit",
        "sub/.git/config, sub/.git/description",
        ".git/config.worktree, .git/index",
        ".git/modules/a/b/hooks/x, .git/modules/a/b/objects/x",
        ".git/worktrees/w/commondir, .git/worktrees/w/HEAD",
        ".deft/agent.json, deft/agent.json",
        ".aegis/x, .aegisx",
        ".BashRC, .bashrc2",
        "a/b/.zshrc, a/b/zshrc",
        ".config/fish/config.fish, .config/other/x",
        ".local/share/deft/x, .local/share/x",
        ".ssh/authorized_keys, ssh/authorized_keys",
        "mcp.json, package.json",
        "sub/OpenCode.JSON, sub/opencode.txt",
        "opencode.jsonc, opencode.json5",
        "sub/mcp.json, sub/xmcp.json",
        ".vscode/tasks.json, vscode/tasks.json",
        ".hg/hgrc, .hg/store",
        ".github/workflows/a.yml, sub/.github/workflows/a.yml",
        ".github/actions/a, .github/CODEOWNERS",
        ".husky/pre-push, sub/.husky/pre-push",
        ".gitlab-ci.yml, sub/.gitlab-ci.yml",
        ".cargo/config.toml, .cargo/registry",
        ".npmrc, sub/.npmrc",
        "AGENTS.md, sub/AGENTS.md",
        "claude.MD, README.md",
        ".vimrc, vimrc"
    })
    void areThoseThatChangeWhatRunsLater(String path, String other) {
        assertThat(ProtectedPaths.contains(path)).as(path).isTrue();
        assertThat(ProtectedPaths.contains(other)).as(other).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {".git", "sub/.git", ".GIT", "a/b/.Git"})
    void includeFilesThatRedirectGit(String path) {
        assertThat(ProtectedPaths.isRepository(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"git", "a.git", "sub/x.git", ".gitx", ".git/x", "", "it"})
    void doNotIncludeOtherNames(String path) {
        assertThat(ProtectedPaths.isRepository(path)).isFalse();
    }
}
