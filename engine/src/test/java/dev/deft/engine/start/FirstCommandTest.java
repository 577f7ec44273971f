package dev.deft.engine.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Mode;
import dev.deft.tools.files.LsTool;
import dev.deft.tools.shell.BashTool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FirstCommandTest {

    private final List<Mode> opened = new ArrayList<>();

    private FirstCommand with(String... rules) {
        var book = new RuleBook(Stream.of(rules).map(it -> Rule.parse(Scope.SESSION, it)).toList());
        var registry = ToolRegistry.of(List.of(new BashTool(), new LsTool()));
        return new FirstCommand(new LockedDialect(registry), book, opened::add);
    }

    @Test
    void opensASandboxOnceWhenACommandBeginsToArrive() {
        FirstCommand first = with();

        first.calling("bash");
        first.calling("bash");

        assertThat(opened).containsExactly(Mode.FULL);
    }

    @Test
    void opensASandboxOnceWhileTheModelThinksWhereRulesAllowCommands() {
        FirstCommand first = with("allow bash npm test");

        first.calling("ls");
        assertThat(opened).isEmpty();
        first.thinking();
        first.calling("bash");

        assertThat(opened).containsExactly(Mode.FULL);
    }

    @Test
    void opensNothingWhileTheModelThinksWhereSomebodyIsAskedAboutCommands() {
        FirstCommand first = with("allow ls **", "ask bash *");

        first.thinking();
        assertThat(opened).isEmpty();
        first.calling("bash");

        assertThat(opened).containsExactly(Mode.FULL);
    }

    @Test
    void opensNothingForOtherTools() {
        FirstCommand first = with();

        first.calling("ls");
        first.calling("unknown");

        assertThat(opened).isEmpty();
    }

    @Test
    void opensTheSandboxOfLookModeIfRulesAllowCommandsOnlyThere() {
        with("look bash *", "allow ls **").calling("bash");
        with("look bash *", "allow bash npm test").calling("bash");

        assertThat(opened).containsExactly(Mode.LOOK, Mode.FULL);
    }
}
