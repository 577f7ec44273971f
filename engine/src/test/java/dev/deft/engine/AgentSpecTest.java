package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.policy.ToolLimits;
import dev.deft.registry.DialectTool;
import dev.deft.run.Approval;
import dev.deft.tool.Envelope;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentSpecTest {

    private static final String OK = "ok";

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.createDirectories(root.resolve("src"));
        Files.writeString(root.resolve("src/A.java"), "class A {}\n");
        Files.writeString(root.resolve("notes.txt"), "notes\n");
    }

    /// What comes of calls of an agent whose approver says yes to everything.
    private <T> List<T> with(AgentSpec agent, Function<Session, List<T>> calls) throws IOException {
        Map<String, String> environment =
                Map.of(
                        "DEFT_HOME",
                        directory.resolve("home").toString(),
                        "PATH",
                        System.getenv("PATH"));
        try (Engine engine = Engine.builder().environment(environment).notices(_ -> {}).build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace.session().agent(agent).approver(_ -> Approval.ONCE).open()) {
            return calls.apply(session);
        }
    }

    private static String read(Session session, String path) {
        return outcome(session.call("read", Map.of("path", path)));
    }

    private static String write(Session session, String path) {
        return outcome(session.call("write", Map.of("path", path, "content", "x")));
    }

    private static String outcome(Envelope envelope) {
        return envelope.result() instanceof ToolResult.Failure(ErrorCode code, String _)
                ? code.wire()
                : OK;
    }

    @Test
    void asksBeforeItChangesAnything() throws IOException {
        List<String> came = with(AgentSpec.standard(), it -> List.of(write(it, "b.txt")));
        assertThat(came).containsExactly(OK);
        assertThat(root.resolve("b.txt")).hasContent("x");
    }

    @Test
    void changesNothingWhenItIsReadOnly() throws IOException {
        AgentSpec agent = AgentSpec.readOnly().allow("fs.write", "src/**");
        List<String> came =
                with(agent, it -> List.of(read(it, "notes.txt"), write(it, "src/B.java")));
        assertThat(came).containsExactly(OK, "permission_denied");
        assertThat(root.resolve("src/B.java")).doesNotExist();
    }

    @Test
    void hasOnlyTheToolsItNames() throws IOException {
        AgentSpec agent = AgentSpec.trusted().tools("read", "ls");
        List<String> came = with(agent, it -> List.of(read(it, "notes.txt"), write(it, "b.txt")));
        assertThat(came).containsExactly(OK, "unknown_tool");
        List<String> names =
                with(agent, it -> it.dialect().tools().stream().map(DialectTool::name).toList());
        assertThat(names).containsExactlyInAnyOrder("read", "ls");
    }

    @Test
    void staysInItsRoots() throws IOException {
        AgentSpec agent = AgentSpec.trusted().roots("src/");
        List<String> came =
                with(
                        agent,
                        it ->
                                List.of(
                                        read(it, "src/A.java"),
                                        read(it, "notes.txt"),
                                        write(it, "src/../b.txt"),
                                        write(it, "src/B.java")));
        assertThat(came).containsExactly(OK, "capability_denied", "capability_denied", OK);
    }

    @Test
    void refusesRootsOutsideTheWorkspace() {
        for (String root : List.of("/etc", "..", "src/../..", "")) {
            assertThatThrownBy(() -> AgentSpec.standard().roots(root))
                    .as(root)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not inside its workspace");
        }
    }

    @Test
    void neverGoesBeyondItsCeiling() throws IOException {
        AgentSpec agent =
                AgentSpec.trusted()
                        .requires(RequirementSet.writing("{workspace}/**"))
                        .within(RequirementSet.reading("{workspace}/src/**"));
        List<String> came =
                with(
                        agent,
                        it ->
                                List.of(
                                        read(it, "src/A.java"),
                                        read(it, "notes.txt"),
                                        write(it, "src/B.java")));
        assertThat(came).containsExactly(OK, "capability_denied", "capability_denied");
    }

    @Test
    void requiresWhatItsToolsRequire() throws IOException {
        AgentSpec agent =
                AgentSpec.standard().tools("read").requires(RequirementSet.fetching("a.example"));
        List<RequirementSet> came = with(agent, it -> List.of(it.requirements()));
        assertThat(came)
                .containsExactly(
                        RequirementSet.fetching("a.example")
                                .plus(RequirementSet.reading("{workspace}/**")));
    }

    @Test
    void boundsItsCalls() throws IOException {
        var bounds = ToolLimits.Bounds.NONE.withCalls(2);
        AgentSpec agent =
                AgentSpec.trusted()
                        .limits(ToolLimits.of(ToolLimits.Bounds.NONE, Map.of("read", bounds)));
        List<String> came =
                with(
                        agent,
                        it ->
                                List.of(
                                        read(it, "notes.txt"),
                                        read(it, "notes.txt"),
                                        read(it, "notes.txt"),
                                        write(it, "b.txt")));
        assertThat(came).containsExactly(OK, OK, "limit_reached", OK);
    }

    @Test
    void isNotWidenedByAFileOfTheWorkspace() throws IOException {
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(
                root.resolve(".deft/agent.json"),
                "{\"limits\":{\"tools\":{\"read\":{\"calls\":9}}}}");
        var bounds = ToolLimits.Bounds.NONE.withCalls(1);
        AgentSpec agent =
                AgentSpec.trusted()
                        .limits(ToolLimits.of(ToolLimits.Bounds.NONE, Map.of("read", bounds)));
        List<String> came =
                with(agent, it -> List.of(read(it, "notes.txt"), read(it, "notes.txt")));
        assertThat(came).containsExactly(OK, "limit_reached");
    }
}
