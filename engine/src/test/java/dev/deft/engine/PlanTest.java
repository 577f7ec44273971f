package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
    }

    @Test
    void returnsThePlanAsTheUserEditedAndApprovedIt() throws Exception {
        Path file = root.resolve(".deft/plans/test.md");
        try (Opened deft = open(new Editing(file))) {
            assertThat(deft.call("plan", Map.of("content", "1. Do it", "title", "Plan")))
                    .isInstanceOf(ToolResult.Output.class);
            assertThat(file).hasContent("# Plan\n\n1. Do it\n");
            assertThat(Files.getPosixFilePermissions(file.getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));

            var approved = (ToolResult.Output) deft.call("plan_exit", Map.of());

            assertThat(approved.text()).contains("1. Do it better");
        }
        assertThat(Files.readString(root.resolve(".deft/sessions/test.jsonl")))
                .contains("\"approved\":true", "1. Do it better");
    }

    @Test
    void isRefusedWhereNobodyCanApprove() throws Exception {
        try (Opened deft = open(Approver.HEADLESS)) {
            deft.call("plan", Map.of("content", "1. Do it"));

            var refused = (ToolResult.Failure) deft.call("plan_exit", Map.of());

            assertThat(refused.code()).isEqualTo(ErrorCode.REFUSED);
            assertThat(refused)
                    .isEqualTo(
                            deft.call(
                                    "question",
                                    Map.of("questions", List.of(Map.of("question", "Why?")))));
        }
    }

    @Test
    void followsNoLinkOutOfThePlans() throws Exception {
        Path outside = Files.createDirectories(directory.resolve("outside"));
        Files.createDirectories(root.resolve(".deft"));
        Files.createSymbolicLink(root.resolve(".deft/plans"), outside);
        try (Opened deft = open(Approver.HEADLESS)) {
            assertThat(deft.call("plan", Map.of("content", "1. Do it")))
                    .isInstanceOf(ToolResult.Failure.class);
        }
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void doesNotReadAPlanThatGrewTooLong() throws Exception {
        try (Opened deft = open(Approver.HEADLESS)) {
            deft.call("plan", Map.of("content", "1. Do it"));
            Files.writeString(root.resolve(".deft/plans/test.md"), "x".repeat(70_000));

            var refused = (ToolResult.Failure) deft.call("plan", Map.of());

            assertThat(refused.code()).isEqualTo(ErrorCode.TOO_LARGE);
        }
    }

    private Opened open(Approver approver) throws IOException {
        Engine engine =
                Engine.builder()
                        .environment(Map.of("DEFT_HOME", directory.resolve("home").toString()))
                        .notices(_ -> {})
                        .build();
        Workspace workspace = engine.workspace(root);
        return new Opened(
                engine, workspace, workspace.session().approver(approver).id("test").open());
    }

    private record Opened(Engine engine, Workspace workspace, Session session)
            implements AutoCloseable {

        ToolResult call(String tool, Map<String, ?> arguments) {
            Envelope envelope = session.call(tool, Json.Obj.of(arguments));
            return envelope.result();
        }

        @Override
        public void close() throws IOException {
            try (engine;
                    workspace;
                    session) {
                // Nothing but the closing.
            }
        }
    }

    /// Edits the plan before approving it.
    private record Editing(Path file) implements Approver {

        @Override
        public Approval approve(Request request) {
            return Approval.REJECT;
        }

        @Override
        public List<List<String>> answer(String callId, List<Question> questions)
                throws IOException {
            assertThat(questions.getFirst().question()).contains("1. Do it");
            Files.writeString(file, "1. Do it better\n");
            return List.of(List.of("Approve"));
        }
    }
}
