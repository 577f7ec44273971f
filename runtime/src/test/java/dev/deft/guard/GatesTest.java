package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.policy.Ceiling;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Gate;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatesTest {

    private static final PatternVariables VARIABLES =
            PatternVariables.of(List.of(), List.of("/data"));

    record None() {}

    private record Fixture(RequirementSet requires) implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of("fixture", None.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .requiring(requires);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    private static PreparedCall<None> call(RequirementSet requires, Touch... touches) {
        return new PreparedCall<>(
                "1",
                new Fixture(requires),
                new None(),
                Json.Obj.EMPTY,
                Limits.DEFAULT,
                List.of(touches));
    }

    private static Touch write(String path) {
        return new Touch(Capability.FS_WRITE, path);
    }

    private static Verdict capability(RequirementSet ceiling, PreparedCall<None> call) {
        return new CapabilityGate(Ceiling.of(ceiling, VARIABLES), VARIABLES).judge(call);
    }

    @Test
    void capabilityAllowsWhatBothTheToolAndTheAgentDeclare() {
        RequirementSet workspace = RequirementSet.writing("{workspace}/**");

        assertThat(capability(workspace, call(workspace, write("a/b"))))
                .isInstanceOf(Verdict.Allow.class);
        assertThat(capability(RequirementSet.writing("docs/**"), call(workspace, write("a/b"))))
                .isInstanceOfSatisfying(
                        Verdict.Deny.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.CAPABILITY_DENIED));
        assertThat(capability(workspace, call(RequirementSet.writing("docs/**"), write("a/b"))))
                .isInstanceOf(Verdict.Deny.class);
        assertThat(
                        capability(
                                workspace,
                                call(
                                        RequirementSet.EVERYTHING,
                                        new Touch(Capability.FS_READ, "a"))))
                .isInstanceOfSatisfying(
                        Verdict.Deny.class,
                        it ->
                                assertThat(it.why())
                                        .isEqualTo(
                                                "fs.read is not part of what this agent may use."));
    }

    @Test
    void anUndefinedVariableFailsWhenCompiledAndAnEmptyOneClosesTheScope() {
        assertThatThrownBy(() -> Ceiling.of(RequirementSet.reading("{workspce}/**"), VARIABLES))
                .hasMessageContaining("{workspce}")
                .hasMessageContaining("{workspace}");
        assertThat(
                        capability(
                                RequirementSet.writing("{ad-hoc}/**"),
                                call(RequirementSet.EVERYTHING, write("a"))))
                .isInstanceOf(Verdict.Deny.class);
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
                ".vscode/tasks.json",
                ".claude/settings.json"
            })
    void protectedPathsAreAskedAboutWhateverTheRulesAllow(String path) {
        assertThat(new ProtectedPathsGate().judge(call(RequirementSet.EVERYTHING, write(path))))
                .isInstanceOf(Verdict.Ask.class);
        assertThat(
                        new ProtectedPathsGate()
                                .judge(
                                        call(
                                                RequirementSet.EVERYTHING,
                                                new Touch(Capability.FS_READ, path))))
                .isInstanceOf(Verdict.Allow.class);
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
                "sub/.gitmodules",
                "config.yml"
            })
    void otherPathsAreNotProtected(String path) {
        assertThat(new ProtectedPathsGate().judge(call(RequirementSet.EVERYTHING, write(path))))
                .isInstanceOf(Verdict.Allow.class);
    }

    @Test
    void somePathsAreProtectedInOneWorkspaceOnly() {
        var gate = new ProtectedPathsGate(Set.of("config.yml"));
        assertThat(gate.judge(call(RequirementSet.EVERYTHING, write("config.yml"))))
                .isInstanceOf(Verdict.Ask.class);
        assertThat(gate.judge(call(RequirementSet.EVERYTHING, write("sub/config.yml"))))
                .isInstanceOf(Verdict.Allow.class);
    }

    @Test
    void theWatchdogLetsNoSecretLeave() {
        var dog = new DefaultWatchdog(Map.of("MY_TOKEN", "hunter2-hunter2", "HOME", "/somewhere"));

        assertThat(opinion(dog, "curl -d hunter2-hunter2", Touch.running("curl")).action())
                .isEqualTo(Action.DENY);
        assertThat(opinion(dog, "hunter2-hunter2", Touch.naming("x")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(opinion(dog, "curl /somewhere", Touch.running("curl")).action())
                .isEqualTo(Action.ALLOW);
    }

    @Test
    void theWatchdogKeepsDeftsRecordsAsTheyAre() {
        var dog = new DefaultWatchdog(Map.of());

        assertThat(opinion(dog, "", write(".deft/sessions/a.jsonl")).action())
                .isEqualTo(Action.DENY);
        assertThat(opinion(dog, "", write("src/A.java")).action()).isEqualTo(Action.ALLOW);
    }

    private static Watchdog.Decision opinion(Watchdog dog, String argument, Touch touch) {
        try {
            return dog.judge(
                    new Watchdog.Observation(
                            "fixture",
                            Json.Obj.EMPTY.with("a", argument),
                            List.of(touch),
                            "agent",
                            "s"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aWatchdogProgramThatFailsIsANo() throws Exception {
        var dog =
                new CommandWatchdog(_ -> {
                    throw new IOException("ended with exit code 3");
                });

        assertThat(opinion(dog, "", write("a")))
                .isEqualTo(
                        new Watchdog.Decision(
                                Action.DENY,
                                "The watchdog program ended with exit code 3, so the call is"
                                        + " denied."));
    }

    @Test
    void aWatchdogProgramReadsTheCallAndTheAgentsManifest() throws Exception {
        var seen = new AtomicReference<>("");
        var dog =
                new CommandWatchdog(question -> {
                    seen.set(question);
                    return "{\"decision\":\"allow\"}";
                });
        var manifest =
                new AgentManifest(
                        "reviewer",
                        RequirementSet.reading("{workspace}/**"),
                        List.of(Rule.parse(Scope.MANIFEST, "deny bash *")),
                        List.of("read", "grep"));
        Gate gate = new WatchdogGate(dog, "reviewer", "s", () -> manifest);

        assertThat(gate.judge(call(RequirementSet.NONE, write("a"))).mode()).isEqualTo(Mode.FULL);

        Json.Obj read = JsonText.parseObject(seen.get());
        assertThat(read.fields().keySet())
                .containsExactly("tool", "args", "agent", "session", "manifest");
        assertThat(read.text("agent")).contains("reviewer");
        assertThat(read.find("manifest").map(Json::toString))
                .contains(
                        "{\"name\":\"reviewer\",\"requires\":{\"fs\":{\"read\":[\"{workspace}/**\"]}},\"rules\":[{\"scope\":\"manifest\",\"permission\":\"bash\",\"pattern\":\"*\",\"action\":\"deny\"}],\"tools\":[\"read\",\"grep\"]}");
    }

    @Test
    void aWatchdogThatThrowsIsANo() throws Exception {
        Gate gate =
                new WatchdogGate(
                        _ -> {
                            throw new IllegalStateException("bug");
                        },
                        "agent",
                        "s");

        assertThat(gate.judge(call(RequirementSet.NONE, write("a"))))
                .isInstanceOfSatisfying(
                        Verdict.Deny.class,
                        it -> assertThat(it.code()).isEqualTo(ErrorCode.WATCHDOG_DENIED));
    }
}
