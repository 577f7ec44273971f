package dev.deft.agent.loop;

import static dev.deft.agent.loop.FakeModel.USAGE;
import static dev.deft.agent.loop.FakeModel.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunOutcome.Status;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionWriter;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayEventsTest {

    @TempDir private Path root;

    private static List<Json.Obj> replayed(SessionId id, SessionHistory history) {
        return ReplayEvents.of(id, history).stream().map(ReplayEvents.Event::what).toList();
    }

    @Test
    void areThoseThatListenersGot() throws IOException {
        try (var agent = new LoopFixture(root)) {
            agent.model
                    .replies((_, listener) -> {
                        listener.reasoning("Hm.");
                        listener.text("I look.");
                        return FakeModel.answer(
                                Answer.Stop.CALLS,
                                USAGE,
                                new Part.Reasoning("Hm.", Json.Obj.EMPTY),
                                new Part.Text("I look."),
                                call("c1", "echo", "{\"text\":\"one\"}"));
                    })
                    .calls(call("c1", "fail", "{\"message\":\"No.\"}"))
                    .calls(call("c2", "guarded", "{\"text\":\"x\"}"))
                    .calls(call("c3", "unknown", "{broken"))
                    .says("Done.")
                    .replies((_, listener) -> {
                        listener.retrying(1, Duration.ofSeconds(1), "Busy.");
                        throw new ModelException(ModelException.Kind.UNREACHABLE, "It is gone.");
                    });
            agent.run("one");
            agent.run("two");

            assertThat(replayed(LoopFixture.ID, agent.history()))
                    .isEqualTo(agent.events.stream().map(RunEventJson::write).toList());
        }
    }

    @Test
    void areThoseThatListenersGotWithASummary() throws IOException {
        try (var agent = new LoopFixture(root)) {
            String text = "{\"text\":\"" + "x".repeat(20_000) + "\"}";
            agent.model
                    .replies((_, _) ->
                            FakeModel.calling(new Usage(9_000, 1, 0, 0), call("c1", "echo", text)))
                    .replies((_, _) ->
                            FakeModel.calling(
                                    new Usage(195_000, 1, 0, 0), call("c2", "count", "{}")))
                    .says("A summary.")
                    .says("Done.");
            agent.run("one");

            List<Json.Obj> live = agent.events.stream().map(RunEventJson::write).toList();
            assertThat(live.toString()).contains("compaction");
            assertThat(replayed(LoopFixture.ID, agent.history())).isEqualTo(live);
        }
    }

    /// A session that was written without the events of a run, as by a process that was killed.
    private static final class Killed implements AutoCloseable {

        private static final SessionId ID = new SessionId("s1");

        private final InMemorySessionStore store = new InMemorySessionStore();
        private final SessionLog log;

        Killed() throws IOException {
            log = SessionLog.of(SessionWriter.open(store, ID, InstantSource.system()));
            log.addUserMessage(new Entry.User(List.of(new Part.Text("go")), "user"));
        }

        Killed answer(Answer.Stop stop, Part... parts) throws IOException {
            log.addAnswer(
                    new Entry.Assistant(List.of(parts), stop, "m"),
                    new Entry.TokenUsage(USAGE, "m"));
            return this;
        }

        List<ReplayEvents.Event> events() throws IOException {
            return ReplayEvents.of(ID, SessionHistory.read(store, ID));
        }

        RunOutcome outcome() throws IOException {
            return RunEventJson.outcome(events().getLast().what());
        }

        @Override
        public void close() throws IOException {
            log.close();
        }
    }

    @Test
    void endWithAResultMadeFromTheLogOfAKilledRun() throws IOException {
        try (var session =
                new Killed()
                        .answer(Answer.Stop.CALLS, new Part.Text("I look."), call("c1", "ls", "{}"))
                        .answer(Answer.Stop.CALLS, new Part.Text(" "), call("c2", "ls", "[1]"))) {
            assertThat(session.outcome())
                    .isEqualTo(
                            new RunOutcome(
                                    Status.ABORTED,
                                    "I look.",
                                    "s1",
                                    2,
                                    USAGE.plus(USAGE),
                                    OptionalDouble.empty(),
                                    List.of(),
                                    Optional.empty()));
            List<String> types =
                    session.events().stream()
                            .map(it -> it.what().text("type").orElseThrow())
                            .toList();
            assertThat(types)
                    .containsExactly(
                            "session",
                            "text",
                            "usage",
                            "tool_call",
                            "text",
                            "usage",
                            "tool_call",
                            "result");
            assertThat(session.events().getFirst().what().text("model")).contains("m");
        }
    }

    @Test
    void haveTheTimesOfTheEntries() throws IOException {
        try (var session = new Killed().answer(Answer.Stop.DONE, new Part.Text("Done."))) {
            List<Instant> times =
                    session.events().stream().map(ReplayEvents.Event::at).distinct().toList();
            List<Instant> entries = new ArrayList<>();
            for (Json.Obj entry : session.store.read(Killed.ID, 0)) {
                entries.add(Entry.of(entry).at());
            }
            assertThat(times).isEqualTo(entries.subList(1, 3).stream().distinct().toList());
        }
    }

    @Test
    void endAsTheLastAnswerDid() throws IOException {
        for (Answer.Stop stop : Answer.Stop.values()) {
            try (var session = new Killed().answer(stop, new Part.Text("x"))) {
                assertThat(session.outcome().status())
                        .isEqualTo(
                                switch (stop) {
                                    case DONE -> Status.DONE;
                                    case LENGTH -> Status.LIMIT;
                                    case REFUSED -> Status.FAILED;
                                    case CALLS, UNHEARD -> Status.ABORTED;
                                });
            }
        }
    }

    @Test
    void listTheFilesThatResultsChanged() throws JsonSyntaxException {
        List<Json.Obj> entries = new ArrayList<>();
        for (String data :
                List.of(
                        "{'path':'b.txt','diff':'x'}",
                        "{'path':'read.txt'}",
                        "{'files':[{'path':'a.txt','diff':''},{'path':'c.txt','deleted':true},{'path':'seen.txt'},'d.txt']}",
                        "['e.txt']",
                        "{'diff':'without a path'}")) {
            int id = entries.size() + 1;
            entries.add(
                    JsonText.parseObject(
                            "{'id':%d,'parent':%d,'role':'result','ts':'2026-01-02T03:04:05Z','call_id':'c','tool':'edit','result':{'data':%s}}"
                                    .formatted(id, id - 1, data)
                                    .replace('\'', '"')));
        }

        Json.Obj result =
                replayed(new SessionId("s1"), SessionHistory.of(entries, Optional.empty()))
                        .getLast();

        assertThat(RunEventJson.outcome(result).filesChanged())
                .containsExactly("a.txt", "b.txt", "c.txt");
    }

    @Test
    void haveTheIdOfTheSessionAlsoInAFork() throws IOException {
        try (var agent = new LoopFixture(root)) {
            agent.model.says("Done.");
            agent.run("one");

            List<Json.Obj> events = replayed(new SessionId("copy"), agent.history());
            assertThat(events.getFirst().text("session_id")).contains("copy");
            assertThat(events.getLast().text("session_id")).contains("copy");
            assertThat(events.get(1).find("session_id")).isEmpty();
        }
    }

    @Test
    void areABeginningAndAnEndForAnEmptySession() {
        List<Json.Obj> events =
                replayed(new SessionId("s1"), SessionHistory.of(List.of(), Optional.empty()));

        assertThat(events)
                .extracting(it -> it.text("type").orElseThrow())
                .containsExactly("session", "result");
        assertThat(events.getLast().text("status")).contains("done");
    }
}
