package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.host.HostException;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchedAgentTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
    }

    private EngineBuilder builder(ScriptedModel model) {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME", directory.resolve("home").toString(),
                                "PATH", System.getenv("PATH")))
                .model(model)
                .notices(_ -> {});
    }

    private static String text(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Output output
                ? output.text()
                : ((ToolResult.Failure) envelope.result()).message();
    }

    private static AgentSpec builder() {
        return AgentSpec.standard()
                .named("builder")
                .prompt("You build.")
                .allow("bash", "*")
                .allow("process", "*")
                .allow("set_env", "COLOR");
    }

    private static AgentSpec reader() {
        return AgentSpec.standard()
                .named("reader")
                .prompt("You read.")
                .tools("read", "write", "bash", "process", "get_env", "set_env");
    }

    @Test
    void keepsWhatTheUserGrantedAndLosesTheRulesOfTheOtherAgent() throws Exception {
        keepsGrants(builder(new ScriptedModel()));
    }

    @Test
    void keepsWhatTheUserGrantedInAnotherStoreToo() throws Exception {
        var store = new InMemorySessionStore();
        keepsGrants(builder(new ScriptedModel()).store(_ -> store));
    }

    private void keepsGrants(EngineBuilder engines) throws Exception {
        List<String> asked = new ArrayList<>();
        try (Engine engine = engines.build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(builder())
                                .approver(it -> {
                                    asked.add(it.tool());
                                    return Approval.SESSION;
                                })
                                .id("s")
                                .open()) {
            session.call("write", Map.of("path", "a.txt", "content", "a"));
            assertThat(asked).containsExactly("write");
            session.use(reader());

            assertThat(session.agent().name()).isEqualTo("reader");
            assertThat(session.rules())
                    .contains(Rule.parse(Scope.SESSION, "allow write a.txt"))
                    .doesNotContain(Rule.parse(Scope.MANIFEST, "allow bash *"));
            session.call("write", Map.of("path", "a.txt", "content", "b"));
            assertThat(asked).as("the grant holds").containsExactly("write");
            session.call("bash", Map.of("command", "touch b.txt"));
            assertThat(asked).as("the rule of the other agent is gone").contains("bash");
        }
    }

    @Test
    void keepsTheConversationTheVariablesAndBackgroundProcesses() throws Exception {
        var first = new ScriptedModel().says("Built.");
        var second = new ScriptedModel().says("Read.");
        try (Engine engine = builder(first).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(builder()).id("s").open()) {
            assertThat(session.model()).contains(first.name());
            Envelope set = session.call("set_env", Map.of("name", "COLOR", "value", "green"));
            assertThat(set.failed()).as("%s", set).isFalse();
            session.call("bash", Map.of("command", "sleep 600", "background", true));
            session.run("Build it.");

            session.use(reader().allow("bash", "*").allow("process", "*"), second);
            session.run("Read it.");

            assertThat(second.prompts().getFirst().system().toString())
                    .contains("You read.")
                    .doesNotContain("You build.");
            assertThat(second.prompts().getFirst().messages().toString())
                    .contains("Build it.", "Built.", "Read it.");
            assertThat(second.prompts().getFirst().tools().toString())
                    .doesNotContain("apply_patch");
            assertThat(text(session.call("process", Map.of("action", "list"))))
                    .isEqualTo("proc_1 runs: sleep 600");
            assertThat(
                            text(
                                    session.call(
                                            "bash",
                                            Map.of("command", "sleep 500", "background", true))))
                    .contains("proc_2");
            assertThat(text(session.call("bash", Map.of("command", "echo $COLOR"))))
                    .contains("green");
        }
        assertThat(first.prompts()).hasSize(1);
    }

    @Test
    void refusesWhileTheAgentWorksAndKeepsItsAgent() throws Exception {
        List<Throwable> refused = new ArrayList<>();
        try (Engine engine = builder(new ScriptedModel().says("Done.")).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(builder()).id("s").open()) {
            session.run("Go.", _ -> refused.add(catchThrowable(() -> session.use(reader()))));

            assertThat(session.agent().name()).isEqualTo("builder");
            assertThat(refused)
                    .isNotEmpty()
                    .allSatisfy(it ->
                            assertThat(it)
                                    .isInstanceOf(HostException.class)
                                    .hasMessageContaining("interrupt it first"));
            assertThatThrownBy(() ->
                            session.use(
                                    reader().toolset(
                                                    new AgentSpec.Toolset(
                                                            Optional.empty(),
                                                            "nonsense",
                                                            Optional.empty()))))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(session.agent().name()).isEqualTo("builder");
        }
    }
}
