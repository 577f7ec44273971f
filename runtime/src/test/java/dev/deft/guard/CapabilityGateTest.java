package dev.deft.guard;

import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Ceiling;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Verdict;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.Touch;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapabilityGateTest {

    private static final PatternVariables VARIABLES =
            PatternVariables.of(List.of(), List.of("/data"));

    private static final Verdict ALLOWED =
            new Verdict.Allow("Within what the tool declares and the agent may use.");

    private static CapabilityGate gate(RequirementSet agent) {
        return new CapabilityGate(Ceiling.of(agent, VARIABLES), VARIABLES);
    }

    private static Verdict judge(RequirementSet agent, RequirementSet tool, Touch... touches) {
        return gate(agent).judge(GuardedCall.of("fixture").requiring(tool).touching(touches));
    }

    private static Verdict denied(String why) {
        return new Verdict.Deny(ErrorCode.CAPABILITY_DENIED, why);
    }

    private static RequirementSet running(String... programs) {
        return new RequirementSet(
                List.of(),
                List.of("src/**"),
                List.of(),
                List.of(programs).stream().map(ShellRequirement::anyArguments).toList(),
                List.of());
    }

    @Test
    void allowsWhatBothTheToolAndTheAgentDeclare() {
        RequirementSet workspace = RequirementSet.writing("{workspace}/**");

        assertThat(judge(workspace, workspace, write("a/b"))).isEqualTo(ALLOWED);
    }

    @Test
    void deniesWhatTheToolDoesNotDeclare() {
        assertThat(
                        judge(
                                RequirementSet.EVERYTHING,
                                RequirementSet.writing("docs/**"),
                                write("docs/a"),
                                write("a/b")))
                .isEqualTo(
                        denied(
                                "fs.write of a/b is outside what fixture declares. Stay inside it."));
        assertThat(judge(RequirementSet.EVERYTHING, RequirementSet.writing("docs/**"), read("a")))
                .isEqualTo(denied("fs.read is not part of what fixture declares."));
    }

    @Test
    void deniesWhatTheAgentMayNotUse() {
        assertThat(
                        judge(
                                RequirementSet.writing("docs/**"),
                                RequirementSet.EVERYTHING,
                                write("a/b")))
                .isEqualTo(
                        denied(
                                "fs.write of a/b is outside what this agent may use. Stay inside it."));
        assertThat(judge(RequirementSet.writing("**"), RequirementSet.EVERYTHING, read("a")))
                .isEqualTo(denied("fs.read is not part of what this agent may use."));
    }

    @Test
    void checksEveryCommandOfAScript() {
        RequirementSet tools = running("ls", "cat");

        assertThat(judge(tools, tools, Touch.running("ls; cat a"))).isEqualTo(ALLOWED);
        assertThat(judge(RequirementSet.EVERYTHING, tools, Touch.running("ls; rm a")))
                .isEqualTo(
                        denied(
                                "shell.run of ls; rm a is outside what fixture declares. Stay inside it."));
        assertThat(judge(tools, RequirementSet.EVERYTHING, Touch.running("ls; rm a")))
                .isEqualTo(
                        denied(
                                "shell.run of ls; rm a is outside what this agent may use. Stay inside it."));
        assertThat(judge(RequirementSet.writing("**"), tools, Touch.running("ls")))
                .isEqualTo(denied("shell.run is not part of what this agent may use."));
    }

    @Test
    void checksRedirectionsOfAScriptAgainstTheCeilingOfTheAgent() {
        CapabilityGate gate = gate(running("echo"));
        GuardedCall call = GuardedCall.of("bash");

        assertThat(gate.judge(call.touching(Touch.running("echo x > src/a")))).isEqualTo(ALLOWED);
        assertThat(gate.judge(call.touching(Touch.running("echo x > a"))).says()).isEqualTo("deny");
        assertThat(gate.judge(call.with("workdir", "src").touching(Touch.running("echo x > a"))))
                .isEqualTo(ALLOWED);
    }

    @Test
    void keepsTheDeclarationsOfToolsApart() {
        CapabilityGate gate = gate(RequirementSet.EVERYTHING);
        GuardedCall narrow = GuardedCall.of("narrow").requiring(RequirementSet.reading("a"));
        GuardedCall wide = GuardedCall.of("wide").requiring(RequirementSet.reading("**"));

        assertThat(gate.judge(narrow.touching(read("b"))).says()).isEqualTo("deny");
        assertThat(gate.judge(wide.touching(read("b"))).says()).isEqualTo("allow");
        assertThat(gate.judge(narrow.touching(read("b"))).says()).isEqualTo("deny");
    }

    @Test
    void anUnknownVariableFailsWhenCompiled() {
        assertThatThrownBy(() -> Ceiling.of(RequirementSet.reading("{workspce}/**"), VARIABLES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "There is no variable {workspce} in \"{workspce}/**\"; there are {workspace}, {ad-hoc} and {user-data}.");
    }

    @Test
    void aVariableWithoutDirectoriesCoversNothing() {
        assertThat(
                        judge(
                                RequirementSet.writing("{ad-hoc}/**"),
                                RequirementSet.EVERYTHING,
                                write("a")))
                .isEqualTo(denied("fs.write is not part of what this agent may use."));
    }

    @Test
    void isCalledCapability() {
        assertThat(gate(RequirementSet.NONE).name()).isEqualTo("capability");
    }
}
