package dev.deft.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.json.Json;
import dev.deft.server.LoopbackServer;
import dev.deft.server.access.AccessScope;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Drives a real server on loopback.
@Timeout(180)
class DeftClientTest {

    private static final String DEMO = "demo";

    @TempDir Path temp;

    private final ScriptedModel model = new ScriptedModel();
    private LoopbackServer server;
    private DeftClient deft;

    @BeforeEach
    void start() throws IOException {
        server = LoopbackServer.start(temp, model);
        Files.writeString(server.root().resolve("a.txt"), "one\n");
        deft = DeftClient.connect(server.address(), server.token());
    }

    @AfterEach
    void stop() {
        deft.close();
        server.close();
    }

    private static List<DeftEvent> until(DeftEvents events, Predicate<DeftEvent> last)
            throws IOException, InterruptedException {
        List<DeftEvent> seen = new ArrayList<>();
        while (true) {
            DeftEvent event = events.next().orElseThrow();
            seen.add(event);
            if (last.test(event)) {
                return seen;
            }
        }
    }

    private static boolean isIdle(DeftEvent event) {
        return event.type().equals("state")
                && event.data().text("state").equals(Optional.of("idle"))
                && !event.data().find("turns").equals(Optional.of(Json.Num.of(0)));
    }

    private static Predicate<DeftEvent> entryWith(String text) {
        return it -> it.type().equals("entry") && it.data().toString().contains(text);
    }

    private void awaitIdle(String session) throws IOException, InterruptedException {
        while (!deft.sessions().getSession(DEMO, session).state().equals("idle")) {
            Thread.sleep(20);
        }
    }

    @Test
    void holdsAConversationWithAnApprovalAndTakesItBack() throws Exception {
        model.calls("write", Map.of("path", "a.txt", "content", "two\n")).says("Written.");
        SessionsData.SessionView session =
                deft.sessions()
                        .createSession(
                                DEMO, new SessionsData.SessionOrder().withTitle("Two, please"));
        try (DeftEvents events =
                deft.events()
                        .followSession(
                                DEMO, session.id(), Query.of("after", 0), Optional.empty())) {
            deft.sessions()
                    .sendMessage(
                            DEMO,
                            session.id(),
                            new SessionsData.MessageOrder().withText("Write two."));
            List<DeftEvent> asked = until(events, it -> it.type().equals("request"));
            String request = asked.getLast().data().text("id").orElseThrow();
            assertThat(server.root().resolve("a.txt")).hasContent("one\n");

            deft.requests()
                    .answerRequest(
                            DEMO,
                            session.id(),
                            request,
                            new RequestsData.AnswerOrder().withAnswer("once"));
            List<DeftEvent> rest = until(events, DeftClientTest::isIdle);
            assertThat(rest).extracting(DeftEvent::type).contains("entry", "request_closed");

            DeftProblemException late =
                    catchThrowableOfType(
                            DeftProblemException.class,
                            () ->
                                    deft.requests()
                                            .answerRequest(
                                                    DEMO,
                                                    session.id(),
                                                    request,
                                                    new RequestsData.AnswerOrder()
                                                            .withAnswer("reject")));
            assertThat(late.status()).isIn(404, 409);
        }
        assertThat(server.root().resolve("a.txt")).hasContent("two\n");

        deft.changes().undo(DEMO, session.id(), new ChangesData.UndoOrder());
        assertThat(server.root().resolve("a.txt")).hasContent("one\n");
    }

    @Test
    void seesEachEntryOnceAcrossALostConnection() throws Exception {
        model.says("First.").says("Second.");
        String id =
                deft.sessions()
                        .createSession(DEMO, new SessionsData.SessionOrder().withMessage("One"))
                        .id();
        List<DeftEvent> first;
        try (DeftEvents events =
                deft.events().followSession(DEMO, id, Query.of("after", 0), Optional.empty())) {
            first = until(events, entryWith("First."));
        }
        String last =
                first.stream().map(DeftEvent::id).filter(it -> !it.isEmpty()).toList().getLast();
        deft.sessions().sendMessage(DEMO, id, new SessionsData.MessageOrder().withText("Two"));
        List<DeftEvent> all = new ArrayList<>(first);
        try (DeftEvents events =
                deft.events().followSession(DEMO, id, Query.NONE, Optional.of(last))) {
            all.addAll(until(events, entryWith("Second.")));
        }
        List<String> entries =
                all.stream().filter(it -> it.type().equals("entry")).map(DeftEvent::id).toList();
        assertThat(new HashSet<>(entries)).hasSameSizeAs(entries);
        assertThat(entries.getFirst()).isEqualTo("1");
        assertThat(Long.parseLong(entries.getLast())).isEqualTo(entries.size());
    }

    @Test
    void goesOnByItselfWhenTheServerComesBack() throws Exception {
        model.says("First.").says("Second.");
        String id =
                deft.sessions()
                        .createSession(DEMO, new SessionsData.SessionOrder().withMessage("One"))
                        .id();
        try (DeftEvents events =
                deft.events().followSession(DEMO, id, Query.of("after", 0), Optional.empty())) {
            List<DeftEvent> all = new ArrayList<>(until(events, entryWith("First.")));
            awaitIdle(id);
            int port = server.address().getPort();
            server.close();
            server = LoopbackServer.start(temp, model, port);
            deft.sessions().sendMessage(DEMO, id, new SessionsData.MessageOrder().withText("Two"));
            all.addAll(until(events, entryWith("Second.")));

            List<Long> entries =
                    all.stream()
                            .filter(it -> it.type().equals("entry"))
                            .map(it -> Long.parseLong(it.id()))
                            .toList();
            assertThat(entries)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, entries.size()).boxed().toList());
        }
    }

    @Test
    void endsAStreamThatIsClosedWhileSomebodyWaits() throws Exception {
        DeftEvents events = deft.events().followAll(Query.NONE, Optional.empty());
        assertThat(events.next().orElseThrow().type()).isEqualTo("hello");
        Thread closing = Thread.startVirtualThread(() -> close(events));

        assertThat(events.next()).isEmpty();
        closing.join();
    }

    private static void close(DeftEvents events) {
        try {
            events.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsListsPageByPage() throws Exception {
        List<String> all =
                deft.tools().listTools(DEMO, Query.of("limit", 200)).map(it -> it.name()).toList();

        assertThat(deft.tools().listTools(DEMO, Query.of("limit", 7)).map(it -> it.name()))
                .containsExactlyElementsOf(all);
        assertThat(all).hasSizeGreaterThan(20).doesNotHaveDuplicates();
    }

    @Test
    void tellsProblemsApart() throws Exception {
        DeftProblemException unknown =
                catchThrowableOfType(
                        DeftProblemException.class,
                        () -> deft.tools().getTool(DEMO, "nothing", Query.NONE));
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.code()).isEqualTo("not_found");
        assertThat(unknown).hasMessageContaining("nothing");

        try (DeftClient bob =
                DeftClient.connect(
                        server.address(),
                        server.token(Set.of(AccessScope.LOOK), Optional.empty()))) {
            DeftProblemException refused =
                    catchThrowableOfType(
                            DeftProblemException.class,
                            () -> bob.tools().callTool(DEMO, new ToolsData.CallOrder("read")));
            assertThat(refused.code()).isEqualTo("permission_denied");
        }
    }

    @Test
    void aCallInASessionWaitsForItsApproval() throws Exception {
        String id = deft.sessions().createSession(DEMO, new SessionsData.SessionOrder()).id();
        var order =
                new ToolsData.CallOrder("write")
                        .withArgs(Json.Obj.of(Map.of("path", "b.txt", "content", "new\n")))
                        .withSession(id);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                DeftEvents events =
                        deft.events()
                                .followSession(DEMO, id, Query.of("after", 0), Optional.empty())) {
            Future<ToolsData.CallView> called =
                    threads.submit(() -> deft.tools().callTool(DEMO, order));
            List<DeftEvent> asked = until(events, it -> it.type().equals("request"));
            assertThat(server.root().resolve("b.txt")).doesNotExist();

            RequestsData.AnswerView answered =
                    deft.requests()
                            .answerRequest(
                                    DEMO,
                                    id,
                                    asked.getLast().data().text("id").orElseThrow(),
                                    new RequestsData.AnswerOrder().withAnswer("session"));
            assertThat(answered.answeredBy()).isEqualTo("ada");
            assertThat(called.get().result().toString()).contains("\"type\":\"output\"");
        }
        assertThat(server.root().resolve("b.txt")).hasContent("new\n");
        assertThat(deft.rules().listRules(DEMO, Query.of("session", id)).map(it -> it.text()))
                .anyMatch(it -> it.startsWith("allow write"));
        assertThat(deft.rules().listRules(DEMO, Query.NONE).map(it -> it.text()))
                .noneMatch(it -> it.startsWith("allow write b.txt"));
    }

    @Test
    void callsToolsAndReadsFiles() throws Exception {
        ToolsData.CallView found =
                deft.tools()
                        .callTool(
                                DEMO,
                                new ToolsData.CallOrder("read")
                                        .withArgs(Json.Obj.of(Map.of("path", "a.txt"))));
        assertThat(found.result().toString()).contains("one");
        assertThat(deft.files().readFile(DEMO, "a.txt", Query.NONE).content()).isEqualTo("one\n");
    }
}
