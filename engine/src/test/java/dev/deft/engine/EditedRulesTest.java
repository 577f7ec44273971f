package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rules that a user writes as the answer to a request.
class EditedRulesTest {

    @TempDir Path directory;
    private Path root;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
    }

    @FunctionalInterface
    private interface Work {

        void in(Session session) throws Exception;
    }

    private void with(AgentSpec agent, Approval answer, Work work) throws Exception {
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME", directory.resolve("home").toString(),
                                                "PATH", System.getenv("PATH")))
                                .notices(_ -> {})
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(agent)
                                .approver(_ -> {
                                    asked.incrementAndGet();
                                    return answer;
                                })
                                .id("s")
                                .open()) {
            work.in(session);
        }
    }

    private static Envelope write(Session session, String path) {
        return session.call("write", Map.of("path", path, "content", "x"));
    }

    private static String why(Envelope envelope) {
        var failure = (ToolResult.Failure) envelope.result();
        assertThat(failure.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
        return failure.message();
    }

    @Test
    void aNarrowerRuleAllowsTheCallAndNothingElse() throws Exception {
        with(
                AgentSpec.standard(),
                Approval.session(List.of("allow write docs/**")),
                session -> {
                    assertThat(write(session, "a.txt").failed()).isFalse();
                    assertThat(write(session, "docs/b.txt").failed()).isFalse();
                    assertThat(asked).hasValue(1);
                    write(session, "a.txt");
                    assertThat(asked).as("the call itself is not covered").hasValue(2);
                });
    }

    @Test
    void aWiderRuleHoldsForTheProjectButNotForProtectedOrForbiddenFiles() throws Exception {
        AgentSpec agent = AgentSpec.standard().deny("write", "locked/**");
        with(
                agent,
                Approval.project(List.of("allow fs.write **")),
                session -> {
                    assertThat(write(session, "a.txt").failed()).isFalse();
                    assertThat(write(session, "b.txt").failed()).isFalse();
                    assertThat(asked).hasValue(1);
                    assertThat(session.rules())
                            .contains(Rule.parse(Scope.PROJECT, "allow fs.write **"));
                    assertThat(why(write(session, "locked/c.txt"))).contains("forbids");
                    write(session, ".git/hooks/pre-commit");
                    assertThat(asked).as("a protected file is asked about").hasValue(2);
                });
    }

    @Test
    void aWrongRuleStoresNothingAndTheCallDoesNotRun() throws Exception {
        List<String> wrong =
                List.of(
                        "allow",
                        "allow wirte **",
                        "allow write docs/",
                        "deny write **",
                        "ask write **",
                        "look write **");
        for (String rule : wrong) {
            with(
                    AgentSpec.standard(),
                    Approval.project(List.of("allow write **", rule)),
                    session -> {
                        List<Rule> before = session.rules();
                        assertThat(session.ruleMistake(rule)).as(rule).isPresent();
                        assertThat(why(write(session, "a.txt")))
                                .as(rule)
                                .contains("a rule that cannot be stored");
                        assertThat(session.rules()).as(rule).isEqualTo(before);
                        assertThat(root.resolve("a.txt")).doesNotExist();
                    });
        }
    }

    @Test
    void aRejectionTellsTheModelWhy() throws Exception {
        with(
                AgentSpec.standard(),
                Approval.reject("Use docs/ instead."),
                session ->
                        assertThat(why(write(session, "a.txt")))
                                .isEqualTo(
                                        "The user rejected this call and says: Use docs/ instead."));
    }

    @Test
    void tellsWhichTextIsARule() throws Exception {
        with(
                AgentSpec.standard(),
                Approval.REJECT,
                session -> {
                    assertThat(session.ruleMistake("allow bash npm test *")).isEmpty();
                    assertThat(session.ruleMistake("look bash *")).isEmpty();
                    assertThat(session.ruleMistake("npm test"))
                            .hasValueSatisfying(it -> assertThat(it).contains("is not a rule"));
                });
    }
}
