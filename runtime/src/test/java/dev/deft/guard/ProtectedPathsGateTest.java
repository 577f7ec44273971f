package dev.deft.guard;

import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.run.Mode;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedPathsGateTest {

    private static final Verdict ALLOWED =
            new Verdict.Allow("The call writes to no protected path.");

    private final ProtectedPathsGate gate = new ProtectedPathsGate();

    private static Verdict asked(String path) {
        return new Verdict.Ask(
                path + " is protected: changing it changes what runs later.",
                List.of(),
                Verdict.AnswerStore.NONE);
    }

    private Verdict judge(Touch... touches) {
        return gate.judge(GuardedCall.of("fixture").touching(touches));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git/hooks/pre-commit",
                ".GIT/hooks/x",
                "sub/.git/config",
                ".git/commondir",
                ".git/worktrees/w/commondir",
                ".git/modules/a/b/config",
                ".git",
                "sub/.GIT",
                ".deft/agent.json",
                ".aegis/agent.json",
                ".bashrc",
                "home/.zshrc",
                ".mcp.json",
                "sub/opencode.json",
                "AGENTS.md",
                ".vscode/tasks.json",
                ".claude/settings.json",
                ".github/workflows/build.yml"
            })
    void asksAboutWritesToProtectedPathsAndAllowsReading(String path) {
        assertThat(judge(write("src/A.java"), write(path))).isEqualTo(asked(path));
        assertThat(judge(read(path))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/A.java",
                ".gitignore",
                ".github/CODEOWNERS",
                "deft/agent.json",
                "a.git/config",
                "a.git",
                "git",
                "sub/.gitmodules",
                "sub/AGENTS.md",
                "sub/.github/workflows/build.yml",
                "package.json",
                "config.yml"
            })
    void allowsWritesToOtherPaths(String path) {
        assertThat(judge(write(path))).isEqualTo(ALLOWED);
    }

    @Test
    void protectsAdditionalPathsByTheirWholeName() {
        var more = new ProtectedPathsGate(Set.of("config.yml"));
        GuardedCall call = GuardedCall.of("fixture");

        assertThat(more.judge(call.touching(write("config.yml")))).isEqualTo(asked("config.yml"));
        assertThat(more.judge(call.touching(write("sub/config.yml")))).isEqualTo(ALLOWED);
        assertThat(more.judge(call.touching(write(".bashrc")))).isEqualTo(asked(".bashrc"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    echo x > .bashrc                   ¦ .bashrc
                    echo x >> .git/config              ¦ .git/config
                    ls; echo x > a; echo y > .npmrc    ¦ .npmrc
                    cd .git && echo x > config         ¦ .git/config
                    cd .git; cd hooks; echo > x        ¦ .git/hooks/x
                    echo x 2> .envrc                   ¦ .envrc
                    echo x >| .git                     ¦ .git
                    """)
    void asksAboutRedirectionsToProtectedPaths(String script, String path) {
        assertThat(gate.judge(GuardedCall.bash(script))).isEqualTo(asked(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cat < .bashrc",
                "echo x > bashrc",
                "cat .git/config > a",
                "cd git && echo x > config",
                "echo .bashrc > /dev/null"
            })
    void allowsOtherRedirections(String script) {
        assertThat(gate.judge(GuardedCall.bash(script))).isEqualTo(ALLOWED);
    }

    @Test
    void resolvesRedirectionsAgainstTheWorkingDirectoryOfTheCall() {
        GuardedCall call = GuardedCall.of("bash").with("workdir", ".git");

        assertThat(gate.judge(call.touching(Touch.running("echo x > config"))))
                .isEqualTo(asked(".git/config"));
        assertThat(gate.judge(GuardedCall.bash("echo x > config"))).isEqualTo(ALLOWED);
    }

    @Test
    void allowsEverythingInLookMode() {
        assertThat(gate.judge(GuardedCall.bash("echo x > .bashrc").in(Mode.LOOK)))
                .isEqualTo(new Verdict.Allow("Look mode discards all changes."));
    }

    @Test
    void isCalledProtected() {
        assertThat(gate.name()).isEqualTo("protected");
    }
}
