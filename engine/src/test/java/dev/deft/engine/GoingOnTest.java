package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.agent.session.SessionStore;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run goes on after its program died at any moment, and no call is run twice.
class GoingOnTest {

    private static final SessionId ID = new SessionId("main");

    @TempDir Path root;

    private final List<String> executed = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    record Note(String text) {}

    /// Notes that it was run.
    private final class NoteTool implements Tool<Note> {

        @Override
        public ToolSpec<Note> spec() {
            return ToolSpec.of("note", Note.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Notes a text.");
        }

        @Override
        public ToolResult run(Note note, Host host) {
            executed.add(note.text());
            return ToolResult.output(note, "noted " + note.text(), note.text());
        }
    }

    /// Answers by what the conversation has so far, so that it can be asked again at any point.
    private static final class StepModel implements Model {

        @Override
        public String name() {
            return "test/steps";
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener) {
            assertThat(prompt.messages().getLast()).isNotInstanceOf(Message.Assistant.class);
            long steps =
                    prompt.messages().stream().filter(Message.Assistant.class::isInstance).count();
            return switch ((int) steps) {
                case 0 -> calls("a", "b");
                case 1 -> calls("c");
                default -> ScriptedModel.saying("all noted");
            };
        }

        private static Answer calls(String... texts) {
            List<Part.Call> calls = new ArrayList<>();
            for (String it : texts) {
                calls.add(
                        ScriptedModel.call("id_" + it, "note", "{\"text\":\"%s\"}".formatted(it)));
            }
            return ScriptedModel.calling(new Usage(10, 1, 0, 0), calls.toArray(Part.Call[]::new));
        }

        @Override
        public void close() {}
    }

    private Engine engine(SessionStore store) throws IOException {
        return Engine.builder()
                .environment(
                        Map.of("DEFT_HOME", root.resolve(".home").toString(), "PATH", "/usr/bin"))
                .model(new StepModel())
                .tools(new NoteTool())
                .store(_ -> store)
                .build();
    }

    private SessionBuilder builder(Workspace workspace, String rule) {
        return workspace
                .session()
                .id(ID.value())
                .agent(AgentSpec.standard().rules(Agents.rules(rule)))
                .approver(
                        new Approver() {
                            @Override
                            public Approval approve(Request request) {
                                asked.add(request.callId());
                                return Approval.ONCE;
                            }
                        });
    }

    private List<Json.Obj> whole(String rule) throws IOException {
        var store = new InMemorySessionStore();
        try (Engine engine = engine(store);
                Workspace workspace = engine.workspace(root)) {
            try (Session session = builder(workspace, rule).open()) {
                assertThat(session.run("note all").status()).isEqualTo(RunOutcome.Status.DONE);
                assertThat(session.interrupted()).isEmpty();
            }
        }
        assertThat(executed).containsExactlyInAnyOrder("a", "b", "c");
        return store.read(ID, 0);
    }

    /// A store as a program leaves it that dies after some entries.
    private static InMemorySessionStore cut(List<Json.Obj> entries, int count) throws IOException {
        var store = new InMemorySessionStore();
        try (SessionLease lease = store.lease(ID)) {
            for (Json.Obj it : entries.subList(0, count)) {
                lease.append(it);
            }
        }
        return store;
    }

    @Test
    void aRunGoesOnFromEveryEntryAndRunsNoCallTwice() throws Exception {
        List<Json.Obj> entries = whole("allow note **");
        int interrupted = 0;
        for (int count = 0; count <= entries.size(); count++) {
            interrupted += goesOn(entries, count, "allow note **") ? 1 : 0;
        }
        assertThat(interrupted).isGreaterThan(10);
    }

    @Test
    void anApprovalThatWasOpenIsAskedForAgain() throws Exception {
        List<Json.Obj> entries = whole("ask note **");
        for (int count = 0; count <= entries.size(); count++) {
            boolean _ = goesOn(entries, count, "ask note **");
        }
    }

    private boolean goesOn(List<Json.Obj> entries, int count, String rule) throws Exception {
        executed.clear();
        asked.clear();
        Set<String> before = started(entries.subList(0, count));
        InMemorySessionStore store = cut(entries, count);
        try (Engine engine = engine(store);
                Workspace workspace = engine.workspace(root);
                Session session = builder(workspace, rule).goingOn().open()) {
            Optional<RunOutcome> left = session.interrupted();
            if (left.isEmpty()) {
                return false;
            }
            RunOutcome outcome = session.resume(left.get(), _ -> {});
            assertThat(outcome.status()).as("after %d", count).isEqualTo(RunOutcome.Status.DONE);
            assertThat(outcome.text()).isEqualTo("all noted");
            assertThat(outcome.steps()).isEqualTo(3);
            assertThat(outcome.usage().input()).as("after %d", count).isGreaterThanOrEqualTo(20);
            assertThat(session.interrupted()).isEmpty();
        }
        Set<String> all = new HashSet<>(executed);
        assertThat(all).as("each at most once").hasSize(executed.size());
        assertThat(executed).noneMatch(before::contains);
        all.addAll(before);
        assertThat(all).as("each at least begun").containsExactlyInAnyOrder("a", "b", "c");
        if (rule.startsWith("ask")) {
            assertThat(asked).hasSize(executed.size());
        }
        assertThat(results(store)).containsExactlyInAnyOrder("id_a", "id_b", "id_c");
        return true;
    }

    private static Set<String> started(List<Json.Obj> entries) {
        Set<String> started = new HashSet<>();
        for (Json.Obj it : entries) {
            if (Entry.of(it).body() instanceof Entry.Called call) {
                started.add(call.callId().substring("id_".length()));
            }
        }
        return started;
    }

    private static List<String> results(SessionStore store) throws IOException {
        return store.read(ID, 0).stream()
                .map(it -> Entry.of(it).body())
                .filter(Entry.Result.class::isInstance)
                .map(it -> ((Entry.Result) it).callId())
                .toList();
    }

    @Test
    void anotherMessageSettlesCallsThatWereNeverStarted() throws Exception {
        List<Json.Obj> entries = whole("allow note **");
        int answered = 0;
        while (!(Entry.of(entries.get(answered)).body() instanceof Entry.Assistant)) {
            answered++;
        }
        executed.clear();
        InMemorySessionStore store = cut(entries, answered + 1);
        try (Engine engine = engine(store);
                Workspace workspace = engine.workspace(root);
                Session session = builder(workspace, "allow note **").goingOn().open()) {
            session.queue(Message.User.of("something else"), Entry.User.FROM_USER);
            assertThat(session.waiting()).hasSize(1);
            assertThat(session.runWaiting().orElseThrow().status())
                    .isEqualTo(RunOutcome.Status.DONE);
            assertThat(session.waiting()).isEmpty();
            assertThat(session.runWaiting()).isEmpty();
        }
        assertThat(executed).containsExactly("c");
        assertThat(results(store)).containsExactlyInAnyOrder("id_a", "id_b", "id_c");
    }
}
