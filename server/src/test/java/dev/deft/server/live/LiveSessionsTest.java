package dev.deft.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.server.EventClient;
import dev.deft.server.ServerFixture;
import dev.deft.server.store.SessionRef;
import dev.deft.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many sessions at once, and sessions that another program has open.
class LiveSessionsTest {

    private static final int MANY = 200;
    private static final int AT_ONCE = 50;
    private static final String SESSIONS = "/v1/workspaces/main/sessions";

    @TempDir Path directory;

    @Test
    @Tag("slow")
    void twoHundredSessionsWorkAtOnce() throws Exception {
        var model = new ScriptedModel();
        for (int i = 0; i < MANY; i++) {
            model.calls("write", Map.of("path", "made-" + i, "content", "x"));
        }
        try (ServerFixture server = new ServerFixture(directory, model.thenAlwaysSays("done"))) {
            for (int i = 0; i < MANY; i++) {
                assertThat(server.post(SESSIONS, Map.of("id", "s" + i, "message", "go")).status())
                        .isEqualTo(201);
            }
            int asked =
                    ServerFixture.await(() -> {
                        int open = server.store().requests().list().size();
                        return open == MANY ? Optional.of(open) : Optional.empty();
                    });
            assertThat(asked).isEqualTo(MANY);
            assertThat(server.live().running("main")).isEqualTo(MANY);
            for (var it : server.store().requests().list()) {
                String path =
                        SESSIONS
                                + "/"
                                + it.session().session()
                                + "/requests/"
                                + it.id()
                                + "/answer";
                assertThat(server.post(path, Map.of("answer", "reject")).status()).isEqualTo(200);
            }
            for (int i = 0; i < MANY; i++) {
                server.await(SESSIONS + "/s" + i, "idle");
            }
            assertThat(server.notices()).isEmpty();
        }
    }

    @Test
    void nothingIsToldOfASessionAfterItsEnd() throws Exception {
        try (ServerFixture server =
                        new ServerFixture(directory, new ScriptedModel().thenAlwaysSays("hi"));
                var events = new EventClient(server, "/v1/events", Optional.empty())) {
            for (int i = 0; i < 50; i++) {
                deleteWhileItChanges(server, "s" + i);
            }
            server.post(SESSIONS, Map.of("id", "last"));
            events.await(it -> it.type().equals("session") && idOf(it).equals("last"));

            Set<String> ended = new HashSet<>();
            for (EventClient.Event it : events.seen()) {
                switch (it.type()) {
                    case "session" -> assertThat(ended).doesNotContain(idOf(it));
                    case "session_deleted" -> assertThat(ended.add(idOf(it))).isTrue();
                    default -> {}
                }
            }
            assertThat(ended).hasSize(50);
        }
    }

    @Test
    void aRunIsInterruptedAlsoBeforeItHasBegun() throws Exception {
        var model = new ScriptedModel();
        for (int i = 0; i < AT_ONCE; i++) {
            model.then((_, _) -> {
                new CountDownLatch(1).await();
                throw new IllegalStateException("not reached");
            });
        }
        try (ServerFixture server = new ServerFixture(directory, model)) {
            for (int i = 0; i < AT_ONCE; i++) {
                assertThat(server.post(SESSIONS, Map.of("id", "s" + i)).status()).isEqualTo(201);
                var ref = new SessionRef("main", "s" + i);
                server.live().talks().send(ref, Message.User.of("go"), Entry.User.FROM_USER);
                assertThat(server.live().talks().interrupt(ref)).isTrue();
            }
            for (int i = 0; i < AT_ONCE; i++) {
                server.await(SESSIONS + "/s" + i, "idle");
                assertThat(server.get(SESSIONS + "/s" + i + "/entries?limit=1000").body())
                        .contains("\"go\"");
            }
        }
    }

    @Test
    void aRunThatFailsUnexpectedlyIsToldAndTheSessionGoesOn() throws Exception {
        var model =
                new ScriptedModel()
                        .then((_, _) -> {
                            throw new IllegalArgumentException("a fault of the model");
                        })
                        .thenAlwaysSays("back again");
        try (ServerFixture server = new ServerFixture(directory, model)) {
            String one = SESSIONS + "/s1";
            assertThat(server.post(SESSIONS, Map.of("id", "s1", "message", "go")).status())
                    .isEqualTo(201);
            server.await(one, "idle");
            assertThat(server.notices()).anyMatch(it -> it.contains("a fault of the model"));
            assertThat(server.post(one + "/messages", Map.of("text", "again")).status())
                    .isEqualTo(202);
            server.await(one, "idle");
            assertThat(server.get(one + "/entries?limit=1000").body()).contains("back again");
        }
    }

    private static void deleteWhileItChanges(ServerFixture server, String id) throws Exception {
        assertThat(server.post(SESSIONS, Map.of("id", id)).status()).isEqualTo(201);
        var ref = new SessionRef("main", id);
        var deleted = new AtomicBoolean();
        Thread changes =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!deleted.get()) {
                                server.live().changed(ref);
                            }
                        });
        server.live().delete(ref);
        deleted.set(true);
        changes.join();
    }

    private static String idOf(EventClient.Event event) {
        return event.json().text("id").orElse("");
    }

    @Test
    void aSessionThatAnotherProgramHasOpenIsFollowedAndRefusesActs() throws Exception {
        try (ServerFixture server =
                        new ServerFixture(directory, new ScriptedModel().thenAlwaysSays("hi"));
                Engine other =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME",
                                                directory.resolve("home").toString(),
                                                "PATH",
                                                System.getenv("PATH")))
                                .model(new ScriptedModel().thenAlwaysSays("from a terminal"))
                                .build();
                Workspace workspace = other.workspace(server.root("main"));
                Session terminal = workspace.session().id("t1").open()) {
            assertThat(terminal.run("hello").status()).isEqualTo(RunOutcome.Status.DONE);
            String one = SESSIONS + "/t1";
            assertThat(server.get(one).text("title")).isEqualTo("hello");
            assertThat(server.get("/v1/sessions").items())
                    .anyMatch(it -> it.text("id").equals(Optional.of("t1")));
            try (var events = new EventClient(server, one + "/events", Optional.empty())) {
                events.await(it -> it.type().equals("state"));
                terminal.run("again");
                events.await(
                        it -> it.type().equals("entry") && it.data().contains("from a terminal"));
                events.await(it -> it.type().equals("entry") && it.data().contains("\"result\""));
            }
            var refused = server.post(one + "/messages", Map.of("text", "me too"));
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("holder")).contains("process");
            assertThat(server.send("DELETE", one, server.token(), "").status()).isEqualTo(409);
        }
    }
}
