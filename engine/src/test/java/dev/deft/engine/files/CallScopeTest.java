package dev.deft.engine.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Ceiling;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.WorkspaceDirectories;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallScopeTest {

    private static final Ceiling EVERYTHING =
            Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of()));

    private static CallScope scope(String touched, String... rules) {
        return new CallScope(
                "lsp",
                List.of(new Touch(Capability.FS_WRITE, touched)),
                EVERYTHING,
                EVERYTHING,
                new RuleBook(
                        List.of(rules).stream().map(it -> Rule.parse(Scope.MANIFEST, it)).toList()),
                Set.of("config.yml"),
                "s",
                WorkspaceDirectories.ROOT);
    }

    @Test
    void letsACallOfTheWholeTreeChangeNoProtectedFile() {
        CallScope tree = scope("./**", "allow * *");
        assertThat(tree.mayWrite("src/a.ts")).isTrue();
        assertThat(List.of(".git/hooks/pre-commit", ".deft/agent.json", "sub/.git", "config.yml"))
                .noneMatch(tree::mayWrite);
    }

    @Test
    void letsACallChangeAProtectedFileThatItNames() {
        assertThat(scope(".deft/agent.json", "allow * *").mayWrite(".deft/agent.json")).isTrue();
        assertThat(scope("config.yml", "allow * *").mayWrite("config.yml")).isTrue();
    }

    @Test
    void letsACallOfTheWholeTreeChangeNothingThatARuleDenies() {
        CallScope tree = scope("./**", "allow * *", "deny fs.write secrets/**");
        assertThat(tree.mayWrite("secrets/key.ts")).isFalse();
        assertThat(tree.mayWrite("src/a.ts")).isTrue();
    }
}
