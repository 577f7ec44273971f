package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Trust;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.host.Question;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A plan that the user approves is carried out by `build`, in the same session.
class PlanToBuildTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
    }

    @Test
    void theApprovedPlanIsCarriedOutWithTheRightsOfBuild() throws Exception {
        carryOut();
    }

    private void carryOut() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("write", Map.of("path", "early.txt", "content", "no"))
                        .calls("plan", Map.of("content", "1. Write a.txt"))
                        .calls("plan_exit", Map.of())
                        .calls("write", Map.of("path", "a.txt", "content", "a"))
                        .says("Done.");
        List<RunEvent> events = new ArrayList<>();
        RunOutcome outcome;
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(plan(workspace))
                                .approver(new Editing(root.resolve(".deft/plans/p.md"), "Approve"))
                                .id("p")
                                .open()) {
            outcome = session.run("Plan it.", events::add);
            assertThat(session.agent().name()).isEqualTo("build");
            assertThat(session.call("write", Map.of("path", "b.txt", "content", "b")).failed())
                    .isFalse();
        }
        assertThat(outcome.status()).isEqualTo(RunOutcome.Status.DONE);
        assertThat(outcome.text()).isEqualTo("Done.");
        assertThat(outcome.steps()).isEqualTo(5);
        assertThat(outcome.filesChanged()).containsExactly("a.txt");
        assertThat(root.resolve("early.txt")).doesNotExist();
        assertThat(root.resolve("a.txt")).hasContent("a");
        assertThat(events)
                .filteredOn(RunEvent.Session.class::isInstance)
                .extracting(it -> ((RunEvent.Session) it).agent())
                .containsExactly("plan", "build");
        assertThat(events).filteredOn(RunEvent.Ended.class::isInstance).hasSize(1);
        assertThat(model.prompts().getFirst().system().toString()).contains("in planning mode");
        assertThat(model.prompts().get(3).system().toString())
                .contains("You are Deft, a coding agent")
                .doesNotContain("in planning mode");
        assertThat(model.prompts().get(3).messages().toString())
                .contains("edited and approved", "1. Write a.txt carefully");
        assertThat(model.prompts().get(3).tools().toString()).contains("apply_patch");
        assertThat(model.prompts().getFirst().tools().toString())
                .contains("plan_exit")
                .doesNotContain("apply_patch", "tool_search");
    }

    @Test
    void aPlanThatIsNotApprovedChangesNothing() throws Exception {
        var model =
                new ScriptedModel()
                        .calls("plan", Map.of("content", "1. Write a.txt"))
                        .calls("plan_exit", Map.of())
                        .calls("write", Map.of("path", "a.txt", "content", "a"))
                        .says("Understood.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(plan(workspace))
                                .approver(
                                        new Editing(root.resolve(".deft/plans/p.md"), "Use b.txt"))
                                .id("p")
                                .open()) {
            session.run("Plan it.");
            assertThat(session.agent().name()).isEqualTo("plan");
        }
        assertThat(root.resolve("a.txt")).doesNotExist();
        assertThat(model.prompts().get(2).messages().toString()).contains("They wrote: Use b.txt");
    }

    @Test
    void anOldApprovalDoesNotEndTheNextPlan() throws Exception {
        carryOut();
        var model =
                new ScriptedModel()
                        .calls("read", Map.of("path", "a.txt"))
                        .calls("write", Map.of("path", "c.txt", "content", "c"))
                        .says("Planned.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(plan(workspace)).id("p").open()) {
            assertThat(session.run("And the next?").text()).isEqualTo("Planned.");
            assertThat(session.agent().name()).isEqualTo("plan");
        }
        assertThat(root.resolve("c.txt")).doesNotExist();
    }

    private Engine engine(ScriptedModel model) throws IOException {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME", directory.resolve("home").toString(),
                                "PATH", System.getenv("PATH")))
                .model(model)
                .notices(_ -> {})
                .build();
    }

    private static AgentSpec plan(Workspace workspace) {
        return workspace
                .agents(Trust.UNKNOWN)
                .spec("plan", AgentSpec.standard().allow("fs.write", "**"));
    }

    /// Edits the plan before answering.
    private record Editing(Path file, String answer) implements Approver {

        @Override
        public Approval approve(Request request) {
            return Approval.REJECT;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> questions)
                throws IOException {
            Files.writeString(file, "1. Write a.txt carefully\n");
            return List.of(List.of(answer));
        }
    }
}
