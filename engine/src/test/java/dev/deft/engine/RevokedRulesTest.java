package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RevokedRulesTest {

    @TempDir Path directory;
    private final AtomicInteger asked = new AtomicInteger();

    private Engine engine() throws IOException {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME", directory.resolve("home").toString(),
                                "PATH", System.getenv("PATH")))
                .notices(_ -> {})
                .build();
    }

    private Approver granting(Approval approval) {
        return _ -> {
            asked.incrementAndGet();
            return approval;
        };
    }

    private static void write(Session session) {
        session.call("write", Map.of("path", "a.txt", "content", "text\n"));
    }

    private static Rule granted(Session session, Scope scope) {
        return session.rules().stream()
                .filter(it -> it.scope() == scope && it.permission().equals("write"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void asksAgainAfterARuleOfTheSessionWasTakenBack() throws Exception {
        asksAgain(Approval.SESSION, Scope.SESSION);
    }

    @Test
    void asksAgainAfterARuleOfTheProjectWasTakenBack() throws Exception {
        asksAgain(Approval.PROJECT, Scope.PROJECT);
    }

    private void asksAgain(Approval approval, Scope scope) throws Exception {
        Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
        try (Engine engine = engine();
                Workspace workspace = engine.workspace(root)) {
            try (Session session =
                    workspace.session().approver(granting(approval)).id("s").open()) {
                write(session);
                write(session);
                assertThat(asked).hasValue(1);
                Rule rule = granted(session, scope);
                assertThat(session.revoke(rule)).isTrue();
                assertThat(session.revoke(rule)).as("taken back already").isFalse();
            }
            try (Session session =
                    workspace.session().approver(granting(Approval.ONCE)).id("s").open()) {
                write(session);
                assertThat(asked).hasValue(2);
            }
        }
    }

    @Test
    void takesBackNoRuleOfTheAgent() throws Exception {
        Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
        try (Engine engine = engine();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            Rule own =
                    session.rules().stream()
                            .filter(it -> it.scope() == Scope.MANIFEST)
                            .findFirst()
                            .orElseThrow();
            assertThat(session.revoke(own)).isFalse();
            assertThat(session.rules()).contains(own);
        }
    }
}
