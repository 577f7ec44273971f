package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.loop.MessageQueue;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages to sessions: they arrive once, in order, and are not lost.
class DeliveryTest {

    private static final SessionId TARGET = new SessionId("target");

    @TempDir Path root;

    private Engine engine(ScriptedModel model) throws IOException {
        return Engine.builder().environment(environment()).model(model).build();
    }

    private Map<String, String> environment() {
        return Map.of("DEFT_HOME", root.resolve(".home").toString(), "PATH", System.getenv("PATH"));
    }

    private static Session open(Workspace workspace) throws IOException {
        return workspace.session().id(TARGET.value()).open();
    }

    private static List<String> userMessages(Workspace workspace) throws IOException {
        return workspace.sessions().quietHistory(TARGET).branch().stream()
                .map(Entry::body)
                .filter(Entry.User.class::isInstance)
                .map(Entry.User.class::cast)
                .map(it -> it.source() + ": " + SessionHistory.text(it.parts()))
                .toList();
    }

    private static List<String> seen(ScriptedModel model) {
        return model.prompts().getLast().messages().stream()
                .filter(Message.User.class::isInstance)
                .map(it -> SessionHistory.text(((Message.User) it).parts()))
                .toList();
    }

    @Test
    void aClosedSessionSeesTheMessageInItsNextRun() throws IOException {
        ScriptedModel model = Agents.model().says("hello").says("I have read it");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (Session session = open(workspace)) {
                session.run("begin");
            }
            assertThat(
                            workspace
                                    .sessions()
                                    .deliver(TARGET, Message.User.of("the build broke"), "cron:ci"))
                    .isEqualTo(Delivery.STORED);
            assertThat(userMessages(workspace))
                    .containsExactly("user: begin", "cron:ci: the build broke");
            try (Session session = open(workspace)) {
                session.run("what is new?");
            }
            assertThat(seen(model))
                    .containsExactly("begin", "[from cron:ci]\nthe build broke", "what is new?");
        }
    }

    @Test
    void aMessageToARunningSessionStartsTheNextRun() throws Exception {
        var inside = new CountDownLatch(1);
        var sent = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        ScriptedModel model =
                Agents.model()
                        .then((_, _) -> {
                            inside.countDown();
                            sent.await();
                            return ScriptedModel.saying("done");
                        })
                        .then((_, _) -> {
                            answered.countDown();
                            return ScriptedModel.saying("answered");
                        });
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            Thread run = Thread.startVirtualThread(() -> session.run("work"));
            inside.await();
            assertThat(
                            workspace
                                    .sessions()
                                    .deliver(TARGET, Message.User.of("also this"), "session:other"))
                    .isEqualTo(Delivery.QUEUED);
            assertThat(userMessages(workspace)).containsExactly("user: work");
            sent.countDown();
            run.join();
            answered.await();
            assertThat(seen(model)).containsExactly("work", "[from session:other]\nalso this");
        }
    }

    @Test
    void whatASessionSendsItselfWaitsForItsNextRun() throws IOException {
        ScriptedModel model = Agents.model().says("one").says("two").says("three");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            session.run("first");
            workspace.sessions().deliver(TARGET, Message.User.of("a"), "session:target");
            workspace.sessions().deliver(TARGET, Message.User.of("b"), "session:target");
            session.run("second");
            assertThat(model.prompts()).hasSize(2);
            assertThat(userMessages(workspace))
                    .containsExactly(
                            "user: first",
                            "session:target: a",
                            "session:target: b",
                            "user: second");
            session.run("third");
            assertThat(userMessages(workspace)).hasSize(5);
        }
    }

    @Test
    void aMessageThatWaitedWhenTheProcessEndedIsReadByTheNextRun() throws IOException {
        ScriptedModel model = Agents.model().says("one").says("two");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root)) {
            try (var _ = open(workspace)) {
                workspace.sessions().deliver(TARGET, Message.User.of("wait"), "session:target");
            }
            try (Session session = open(workspace)) {
                session.run("go on");
            }
            assertThat(userMessages(workspace))
                    .containsExactly("session:target: wait", "user: go on");
        }
    }

    @Test
    void aSessionWithoutAModelStoresItInItsLog() throws IOException {
        try (Engine engine = Engine.builder().environment(environment()).build();
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            assertThat(session.id()).isEqualTo("target");
            assertThat(workspace.sessions().deliver(TARGET, Message.User.of("hi"), "session:a"))
                    .isEqualTo(Delivery.STORED);
            assertThat(userMessages(workspace)).containsExactly("session:a: hi");
        }
    }

    @Test
    void aMissingSessionIsNotCreated() throws IOException {
        try (Engine engine = engine(Agents.model());
                Workspace workspace = engine.workspace(root)) {
            assertThatThrownBy(() ->
                            workspace
                                    .sessions()
                                    .deliver(TARGET, Message.User.of("hi"), "session:a"))
                    .isInstanceOf(NoSuchSessionException.class);
            assertThat(Files.exists(root.resolve(".deft/sessions/target.jsonl"))).isFalse();
        }
    }

    @Test
    void aSessionThatAnotherProgramHasOpenIsNamed() throws IOException {
        try (Engine engine = engine(Agents.model());
                Engine other = engine(Agents.model());
                Workspace workspace = engine.workspace(root);
                Workspace elsewhere = other.workspace(root);
                Session session = open(elsewhere)) {
            session.run("mine");
            assertThatThrownBy(() ->
                            workspace
                                    .sessions()
                                    .deliver(TARGET, Message.User.of("hi"), "session:a"))
                    .isInstanceOf(SessionInUseException.class)
                    .hasMessageContaining("target is open in process");
        }
    }

    @Test
    void keysAreMaskedInMessagesThatWait() throws IOException {
        String key = "sk-ant-api03-" + "a1B2c3D4".repeat(6);
        try (Engine engine = engine(Agents.model());
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            assertThat(session.id()).isEqualTo("target");
            workspace.sessions().deliver(TARGET, Message.User.of(key), "session:target");
            assertThat(Files.readString(root.resolve(".deft/sessions/target.jsonl")))
                    .contains("deft.messages")
                    .doesNotContain(key);
        }
    }

    @Test
    void onlySoManyMessagesWait() throws IOException {
        try (Engine engine = engine(Agents.model());
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            assertThat(session.id()).isEqualTo("target");
            for (int i = 0; i < MessageQueue.MAX_WAITING; i++) {
                workspace.sessions().deliver(TARGET, Message.User.of("m"), "session:target");
            }
            assertThatThrownBy(() ->
                            workspace
                                    .sessions()
                                    .deliver(TARGET, Message.User.of("m"), "session:target"))
                    .hasMessageContaining("100 messages are waiting");
        }
    }

    @Test
    void aRunCanHaveAnotherSourceThanTheUser() throws IOException {
        ScriptedModel model = Agents.model().says("fine");
        try (Engine engine = engine(model);
                Workspace workspace = engine.workspace(root);
                Session session = open(workspace)) {
            session.run(
                    new Message.User(List.of(new Part.Text("check"))),
                    "cron:nightly",
                    (RunEvent _) -> {});
            assertThat(seen(model)).containsExactly("[from cron:nightly]\ncheck");
            assertThat(userMessages(workspace)).containsExactly("cron:nightly: check");
        }
    }

    /// A model that waits in its first answer until somebody cancels it.
    private static ScriptedModel waiting(CountDownLatch inside) {
        return Agents.model()
                .then((_, _) -> {
                    inside.countDown();
                    new CountDownLatch(1).await();
                    return ScriptedModel.saying("never");
                })
                .says("to the second");
    }

    @Test
    void inAegisANewMessageCancelsTheRun() throws Exception {
        var inside = new CountDownLatch(1);
        var first = new CompletableFuture<RunOutcome>();
        AgentSpec aegis =
                AgentSpec.standard()
                        .toolset(
                                new AgentSpec.Toolset(Optional.empty(), "aegis", Optional.empty()));
        try (Engine engine = engine(waiting(inside));
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("target").agent(aegis).open()) {
            Thread run =
                    Thread.startVirtualThread(() -> {
                        RunOutcome ended = session.run("long work");
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                        first.complete(ended);
                    });
            inside.await();
            RunOutcome second = session.run("stop, do this");
            run.join();
            assertThat(first.get().status()).isEqualTo(RunOutcome.Status.ABORTED);
            assertThat(second.status()).isEqualTo(RunOutcome.Status.DONE);
            assertThat(second.text()).isEqualTo("to the second");
        }
    }

    @Test
    void inAegisAMessageFromElsewhereCancelsTheRunToo() throws Exception {
        var inside = new CountDownLatch(1);
        AgentSpec aegis =
                AgentSpec.standard()
                        .toolset(
                                new AgentSpec.Toolset(Optional.empty(), "aegis", Optional.empty()));
        try (Engine engine = engine(waiting(inside));
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().id("target").agent(aegis).open()) {
            var first = new CompletableFuture<RunOutcome>();
            Thread.startVirtualThread(() -> first.complete(session.run("long work")));
            inside.await();
            workspace.sessions().deliver(TARGET, Message.User.of("stop"), "session:other");
            assertThat(first.get().status()).isEqualTo(RunOutcome.Status.ABORTED);
        }
    }
}
