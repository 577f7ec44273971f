package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import dev.deft.undo.Restored;
import dev.deft.undo.TurnChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionChangesTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.writeString(root.resolve("a.txt"), "zero\n");
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

    private static AgentSpec free() {
        return AgentSpec.standard().allow("bash", "*").allow("write", "**").allow("process", "*");
    }

    private static ScriptedModel writing() {
        return new ScriptedModel()
                .calls("write", Map.of("path", "a.txt", "content", "one\n"))
                .says("First.")
                .calls("write", Map.of("path", "a.txt", "content", "two\n"))
                .says("Second.");
    }

    private static long user(Session session, String text) throws IOException {
        return session.changes().history().branch().stream()
                .filter(it ->
                        it.body() instanceof Entry.User user
                                && user.parts().toString().contains(text))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private static String output(Envelope envelope) {
        return ((ToolResult.Output) envelope.result()).text();
    }

    @Test
    void takesBackAndRepeatsFileChangesWhileABackgroundProcessLives() throws Exception {
        try (Engine engine = engine(writing());
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(free()).id("s").open()) {
            Envelope started =
                    session.call("bash", Map.of("command", "sleep 600", "background", true));
            assertThat(started.failed()).as("%s", started).isFalse();
            session.run("one");
            session.run("two");

            assertThat(session.changes().turns()).extracting(TurnChanges::turn).hasSize(2);
            assertThat(session.changes().diff(Optional.empty())).contains("-zero", "+two");
            Restored undone = session.changes().undo(Optional.empty());
            assertThat(undone.files()).containsExactly("a.txt");
            assertThat(root.resolve("a.txt")).hasContent("one");
            assertThat(session.changes().undo(Optional.of("a.txt")).files())
                    .containsExactly("a.txt");
            assertThat(root.resolve("a.txt")).hasContent("zero");
            session.changes().redo(Optional.empty());
            assertThat(root.resolve("a.txt")).hasContent("one");
            assertThat(session.changes().undoAfter(0)).hasSize(1);
            assertThat(root.resolve("a.txt")).hasContent("zero");

            assertThat(output(session.call("process", Map.of("action", "list"))))
                    .contains("proc_1 runs");
        }
    }

    @Test
    void aRewoundTurnIsAbsentFromTheNextRequest() throws Exception {
        ScriptedModel model = writing().says("Third.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(free()).id("s").open()) {
            session.run("one");
            session.run("two");
            List<String> system = model.prompts().getLast().system();

            session.changes().rewind(user(session, "two") - 1);
            session.run("three");

            String sent = model.prompts().getLast().messages().toString();
            assertThat(sent).contains("one", "First.", "three").doesNotContain("two", "Second.");
            assertThat(model.prompts().getLast().system()).isEqualTo(system);
            assertThat(root.resolve("a.txt")).as("files stay").hasContent("two");
            assertThat(session.changes().history().branch().toString())
                    .contains("three")
                    .doesNotContain("Second.");
        }
    }

    @Test
    void rewindsConversationAndFilesTogether() throws Exception {
        ScriptedModel model = writing().says("Third.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(free()).id("s").open()) {
            session.run("one");
            session.run("two");

            assertThat(session.changes().rewindWithFiles(user(session, "two") - 1, 1)).hasSize(1);
            assertThat(root.resolve("a.txt")).hasContent("one");
            session.run("three");
            assertThat(model.prompts().getLast().messages().toString()).doesNotContain("two");
        }
    }

    @Test
    void aRewoundSessionIsTheSameAfterItIsReopened() throws Exception {
        ScriptedModel model =
                new ScriptedModel()
                        .calls("todo", todos("keep"))
                        .says("First.")
                        .calls("todo", todos("forget"))
                        .says("Second.")
                        .says("Third.")
                        .says("Fourth.");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (Session session = workspace.session().agent(free()).id("s").open()) {
                session.run("one");
                session.run("two");
                session.changes().rewind(user(session, "two") - 1);
                session.changes().rename("A new name");
                session.run("three");
            }
            try (Session session = workspace.session().agent(free()).id("s").open()) {
                session.run("four");
            }
            assertThat(workspace.sessions().history(new SessionId("s")).title())
                    .isEqualTo("A new name");
        }
        assertThat(model.prompts().getLast().messages().toString())
                .contains("keep", "Third.", "four")
                .doesNotContain("forget", "Second.");
    }

    private static Map<String, ?> todos(String content) {
        return Map.of("todos", List.of(Map.of("content", content, "status", "pending")));
    }

    @Test
    void refusesWhileTheAgentWorks() throws Exception {
        ScriptedModel model = writing();
        List<Throwable> refused = new ArrayList<>();
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(free()).id("s").open()) {
            session.run("one");
            session.run(
                    "two",
                    _ -> {
                        if (refused.isEmpty()) {
                            refused.add(thrown(() -> session.changes().undo(Optional.empty())));
                            refused.add(thrown(() -> session.changes().rewind(0)));
                            refused.add(
                                    inAnotherThread(
                                            () -> session.changes().redo(Optional.empty())));
                        }
                    });
            assertThat(root.resolve("a.txt")).hasContent("two");
        }
        assertThat(refused)
                .hasSize(3)
                .allSatisfy(it -> {
                    assertThat(it)
                            .isInstanceOf(HostException.class)
                            .hasMessage("The agent is working; interrupt it first.");
                    assertThat(((HostException) it).code()).isEqualTo(ErrorCode.CONFLICT);
                });
    }

    private static Throwable inAnotherThread(ThrowingCallable work) {
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = Thread.startVirtualThread(() -> thrown.add(thrown(work)));
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return thrown.getFirst();
    }

    private static Throwable thrown(ThrowingCallable work) {
        return catchThrowable(work);
    }

    @Test
    void refusesAnEntryThatDoesNotExist() throws Exception {
        try (Engine engine = engine(writing());
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(free()).id("s").open()) {
            session.run("one");

            assertThatThrownBy(() -> session.changes().rewindWithFiles(4711, 0))
                    .hasMessage("The session s has no entry 4711.");
            assertThat(root.resolve("a.txt")).hasContent("one");
            assertThatThrownBy(() -> session.changes().rename(" ")).hasMessageContaining("title");
        }
    }

    @Test
    void refusesOnceTheSessionIsClosed() throws Exception {
        try (Engine engine = engine(writing());
                Workspace workspace = engine.workspace(root)) {
            Session session = workspace.session().agent(free()).id("s").open();
            session.run("one");
            session.close();

            assertThatThrownBy(() -> session.changes().undo(Optional.empty()))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(root.resolve("a.txt")).hasContent("one");
    }
}
