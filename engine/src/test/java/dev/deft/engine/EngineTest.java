package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.guard.Watchdog;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.run.CallEvent;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.run.Verdict;
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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {

    @TempDir Path directory;
    private Path root;

    @BeforeEach
    void writeFiles() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.createDirectories(root.resolve("src"));
        Files.writeString(root.resolve("src/A.java"), "class A {} // TODO\n");
        Files.writeString(root.resolve("notes.txt"), "TODO write\n");
    }

    private EngineBuilder builder() {
        return Engine.builder()
                .environment(
                        Map.of(
                                "DEFT_HOME",
                                directory.resolve("home").toString(),
                                "PATH",
                                System.getenv("PATH")))
                .notices(_ -> {});
    }

    private static ErrorCode code(Envelope envelope) {
        return ((ToolResult.Failure) envelope.result()).code();
    }

    private static String text(Envelope envelope) {
        return ((ToolResult.Output) envelope.result()).text();
    }

    private static long watchers() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(EngineTest::isWatcher).count();
        }
    }

    private static boolean isWatcher(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("inotify");
        } catch (IOException _) {
            return false;
        }
    }

    @Test
    void callsToolsAndHandsBackEnvelopes() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            Envelope found = session.call("grep", Map.of("pattern", "TODO", "path", "src"));
            assertThat(text(found)).contains("src/A.java");
            assertThat(code(session.call("nothing", Map.of()))).isEqualTo(ErrorCode.UNKNOWN_TOOL);
            assertThat(code(session.call("read", Map.of("paths", List.of(1)))))
                    .isEqualTo(ErrorCode.INVALID_ARGUMENTS);
        }
    }

    @Test
    void refusesArgumentsThatAreNoJson() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThatThrownBy(() -> session.call("read", Map.of("path", new Object())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.Object");
        }
    }

    @Test
    void sharesFilesIndexAndWatcherAmongAllSessionsOfARoot() throws Exception {
        long before = watchers();
        try (Engine engine = builder().build();
                Workspace first = engine.workspace(root);
                Workspace second = engine.workspace(directory.resolve("root/../root"));
                Session one = first.session().open();
                Session other = second.session().open()) {
            assertThat(first.shared()).isSameAs(second.shared());
            assertThat(one.call("grep", Map.of("pattern", "TODO")).failed()).isFalse();
            assertThat(other.call("grep", Map.of("pattern", "TODO")).failed()).isFalse();
            assertThat(first.shared().files()).isSameAs(second.shared().files());
            assertThat(watchers() - before).isLessThanOrEqualTo(1);
        }
        assertThat(watchers()).isEqualTo(before);
    }

    @Test
    void closesWhatIsSharedWithTheLastHandle() throws IOException {
        try (Engine engine = builder().build()) {
            Workspace first = engine.workspace(root);
            Workspace second = engine.workspace(root);
            SharedRoot shared = first.shared();
            try (Session session = second.session().open()) {
                first.close();
                first.close();
                assertThat(session.call("ls", Map.of("path", ".")).failed()).isFalse();
            }
            second.close();
            assertThatThrownBy(shared::files).hasMessageContaining("closed");
            try (Workspace third = engine.workspace(root);
                    Session session = third.session().open()) {
                assertThat(third.shared()).isNotSameAs(shared);
                assertThat(session.call("ls", Map.of("path", ".")).failed()).isFalse();
            }
        }
    }

    @Test
    void opensNoWorkspaceOnceItIsClosed() throws IOException {
        Engine engine = builder().build();
        engine.close();
        assertThatThrownBy(() -> engine.workspace(root)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysThatTheSessionIsClosed() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root)) {
            Session session = workspace.session().open();
            session.close();
            session.close();
            assertThat(session.call("current_time", Map.of()).result())
                    .isEqualTo(ToolResult.failure(ErrorCode.ABORTED, "The session is closed."));
        }
    }

    @Test
    void runsNoAgentWithoutAModel() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThatThrownBy(() -> session.run("hello"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no model");
        }
    }

    @Test
    void goesOnWithASessionByItsId() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root)) {
            SessionBuilder mine = workspace.session().id("mine").agent(AgentSpec.trusted());
            try (Session session = mine.open()) {
                session.call("set_env", Map.of("name", "COLOR", "value", "blue"));
                assertThatThrownBy(() -> workspace.session().id("mine").open())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("is open in process");
            }
            try (Session session = mine.open()) {
                assertThat(text(session.call("get_env", Map.of("name", "COLOR")))).contains("blue");
            }
        }
    }

    @Test
    void givesTheSessionBackWhenItCannotBeOpened() throws IOException {
        var wrong = new AgentSpec.Toolset(Optional.empty(), "pegasus", Optional.of("nonsense"));
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root)) {
            SessionBuilder broken =
                    workspace.session().id("mine").agent(AgentSpec.standard().toolset(wrong));
            assertThatThrownBy(broken::open).isInstanceOf(IllegalArgumentException.class);
            workspace.session().id("mine").open().close();
        }
    }

    @Test
    void stopsWhatIsUnderWayAndGoesOn() throws Exception {
        var started = new CountDownLatch(1);
        try (Engine engine = builder().listener(_ -> started.countDown()).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(AgentSpec.trusted()).open()) {
            var ended = new AtomicReference<Envelope>();
            Thread caller =
                    Thread.ofVirtual()
                            .start(() -> ended.set(session.call("sleep", Map.of("duration", 600))));
            started.await();
            session.interrupt();
            caller.join();
            assertThat(code(ended.get())).isEqualTo(ErrorCode.ABORTED);
            assertThat(session.call("current_time", Map.of()).failed()).isFalse();
        }
    }

    @Test
    void anInterruptWhileARunIsPreparedEndsThatRun() throws Exception {
        var opened = new AtomicReference<Session>();
        var model = new ScriptedModel().says("Not asked.").says("Here I am.");
        try (Engine engine = builder().model(model).notices(_ -> opened.get().interrupt()).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            opened.set(session);
            session.attach(List.of(Path.of("/")));
            RunOutcome outcome = session.run(Message.User.of("one"), _ -> {});
            assertThat(outcome.status()).isEqualTo(RunOutcome.Status.ABORTED);
            assertThat(model.prompts()).isEmpty();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();

            session.run(Message.User.of("two"), _ -> {});
            assertThat(model.prompts().getLast().messages())
                    .containsExactly(Message.User.of("one"), Message.User.of("two"));
        }
    }

    @Test
    void endsWhatIsUnderWayBeforeItsLogIsClosed() throws Exception {
        var started = new CountDownLatch(1);
        var ended = new AtomicReference<Envelope>();
        try (Engine engine = builder().listener(_ -> started.countDown()).build();
                Workspace workspace = engine.workspace(root)) {
            Thread caller;
            try (Session session =
                    workspace.session().id("mine").agent(AgentSpec.trusted()).open()) {
                caller =
                        Thread.ofVirtual()
                                .start(() ->
                                        ended.set(session.call("sleep", Map.of("duration", 600))));
                started.await();
            }
            caller.join();
        }
        assertThat(code(ended.get())).isEqualTo(ErrorCode.ABORTED);
        assertThat(Files.readString(root.resolve(".deft/sessions/mine.jsonl")))
                .contains("\"code\":\"aborted\"");
    }

    @Test
    void letsAListenerOfARunCallTools() throws IOException {
        var model = new ScriptedModel().says("Hello.");
        var answers = new ConcurrentLinkedQueue<Boolean>();
        try (Engine engine = builder().model(model).build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            session.run("hello", _ -> answers.add(session.call("current_time", Map.of()).failed()));
        }
        assertThat(answers).isNotEmpty().containsOnly(false);
    }

    @Test
    void findsNoOtherModelForAnAgentThatNamesOne() throws IOException {
        AgentSpec agent = AgentSpec.standard().model("none/such");
        try (Engine engine = builder().model(new ScriptedModel().says("Hello.")).build();
                Workspace workspace = engine.workspace(root)) {
            assertThatThrownBy(() -> workspace.session().agent(agent).open())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("none/such");
        }
    }

    @Test
    void asksTheApproverOneThingAtATime() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        Approver approver =
                _ -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Files.createTempFile(directory, "asked", "");
                    inside.decrementAndGet();
                    return Approval.ONCE;
                };
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().approver(approver).open()) {
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                var wanted = Map.of("path", "new/" + i + ".txt", "content", "x");
                callers.add(Thread.ofVirtual().start(() -> session.call("write", wanted)));
            }
            for (Thread caller : callers) {
                caller.join();
            }
        }
        assertThat(most).hasValue(1);
        try (Stream<Path> written = Files.list(root.resolve("new"))) {
            assertThat(written).hasSize(20);
        }
    }

    @Test
    void deniesWhatNobodyCanBeAskedAbout() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().open()) {
            assertThat(code(session.call("write", Map.of("path", "b.txt", "content", "x"))))
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(root.resolve("b.txt")).doesNotExist();
        }
    }

    @Test
    void keepsSessionsWhereTheProgramSays() throws IOException {
        var store = new InMemorySessionStore();
        AgentSpec asking = AgentSpec.standard().ask("sleep", "*");
        try (Engine engine = builder().store(_ -> store).build();
                Workspace workspace = engine.workspace(root)) {
            SessionBuilder mine =
                    workspace.session().id("mine").agent(asking).approver(_ -> Approval.SESSION);
            try (Session session = mine.open()) {
                session.call("set_env", Map.of("name", "COLOR", "value", "blue"));
                session.call("read", Map.of("path", "notes.txt"));
                assertThat(session.call("sleep", Map.of("duration", 0)).failed()).isFalse();
            }
            try (Session session = mine.open()) {
                assertThat(text(session.call("get_env", Map.of("name", "COLOR")))).contains("blue");
            }
        }
        assertThat(store.ids()).extracting(it -> it.value()).containsExactly("mine");
        assertThat(root.resolve(".deft")).doesNotExist();
        assertThat(directory.resolve("home")).doesNotExist();
    }

    @Test
    void takesGatesWatchdogsAndListenersOfTheProgram() throws Exception {
        var told = new ConcurrentLinkedQueue<CallEvent>();
        Watchdog watchdog =
                seen ->
                        seen.tool().equals("delete_file")
                                ? new Watchdog.Decision(Action.DENY, "nothing is deleted here")
                                : new Watchdog.Decision(Action.ALLOW, "fine");
        try (Engine engine =
                        builder()
                                .gate(new NoNotes())
                                .watchdog(watchdog)
                                .listener(told::add)
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(AgentSpec.trusted()).open()) {
            assertThat(code(session.call("read", Map.of("path", "notes.txt"))))
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(code(session.call("delete_file", Map.of("path", "src/A.java"))))
                    .isEqualTo(ErrorCode.WATCHDOG_DENIED);
            assertThat(session.call("read", Map.of("path", "src/A.java")).failed()).isFalse();
            while (told.stream().noneMatch(CallEvent.Completed.class::isInstance)) {
                Thread.onSpinWait();
            }
        }
        assertThat(told).hasAtLeastOneElementOfType(CallEvent.Failed.class);
    }

    /// Refuses every call about notes.
    private static final class NoNotes implements Gate {

        @Override
        public String name() {
            return "no notes";
        }

        @Override
        public Verdict judge(PreparedCall<?> call) {
            boolean notes = call.touches().stream().anyMatch(it -> it.subject().contains("notes"));
            return notes
                    ? new Verdict.Deny(ErrorCode.PERMISSION_DENIED, "Notes are private.")
                    : new Verdict.Allow("no notes");
        }
    }

    @Test
    void explainsWithoutDoing() throws IOException {
        try (Engine engine = builder().build();
                Workspace workspace = engine.workspace(root);
                Session session = workspace.session().agent(AgentSpec.trusted()).open()) {
            Json.Obj wanted = Json.Obj.EMPTY.with("path", "b.txt").with("content", "x");
            assertThat(session.explain(ToolCall.of("c", "write", wanted)).rejected()).isEmpty();
            assertThat(root.resolve("b.txt")).doesNotExist();
            assertThat(root.resolve(".deft")).doesNotExist();
        }
    }
}
