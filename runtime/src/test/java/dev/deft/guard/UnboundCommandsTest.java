package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Verdict;
import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnboundCommandsTest {

    private static final UnboundCommands.Enforcement NONE =
            () -> Optional.of("there is no sandbox");

    private static CommandFiles restricted() {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, PatternVariables.of(List.of(), List.of())),
                new RuleBook(List.of(Rule.parse(Scope.PROJECT, "deny read secret/**"))),
                SecretFiles.NONE);
    }

    @Test
    void asksAboutCommandsWhereFileRulesCannotBeEnforced() throws InterruptedException {
        assertThat(new UnboundCommands(restricted(), NONE).judge(GuardedCall.bash("ls")))
                .isEqualTo(
                        new Verdict.Ask(
                                "Rules restrict which files may be read or written, but they cannot be enforced for commands here: there is no sandbox.",
                                List.of(),
                                Verdict.AnswerStore.NONE));
    }

    @Test
    void allowsCommandsWhereTheSandboxEnforcesFileRules() throws InterruptedException {
        assertThat(new UnboundCommands(restricted(), Optional::empty).judge(GuardedCall.bash("ls")))
                .isEqualTo(new Verdict.Allow("The sandbox enforces the file rules for commands."));
    }

    @Test
    void allowsCommandsWhereNoRuleRestrictsFiles() throws InterruptedException {
        assertThat(
                        new UnboundCommands(CommandFiles.everything(), NONE)
                                .judge(GuardedCall.bash("ls")))
                .isEqualTo(new Verdict.Allow("No rule restricts the files of commands."));
    }

    @Test
    void allowsCallsThatRunNoCommand() throws InterruptedException {
        assertThat(
                        new UnboundCommands(restricted(), NONE)
                                .judge(
                                        GuardedCall.of("read")
                                                .touching(GuardedCall.read("secret/a"))))
                .isEqualTo(new Verdict.Allow("The call runs no command."));
    }

    @Test
    void isCalledFence() {
        assertThat(new UnboundCommands(restricted(), NONE).name()).isEqualTo("fence");
    }
}
