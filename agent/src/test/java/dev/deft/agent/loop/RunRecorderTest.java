package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.InMemorySessionStore;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionWriter;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunRecorderTest {

    private static final SessionId ID = new SessionId("s1");
    private static final String SECRET = "ghp_" + "a1B2".repeat(9);

    private final InMemorySessionStore store = new InMemorySessionStore();
    private final List<RunEvent> events = new ArrayList<>();
    private SessionLog log;
    private RunRecorder recorder;

    @BeforeEach
    void open() throws IOException {
        log = SessionLog.of(SessionWriter.open(store, ID, InstantSource.system()));
        recorder = new RunRecorder(log, events::add);
    }

    private static RunEvent.ApprovalRequested asked(String argument) {
        return new RunEvent.ApprovalRequested(
                new Approver.Request(
                        "c1",
                        "bash",
                        Json.Obj.EMPTY.with("command", argument),
                        List.of("Because of " + argument),
                        List.of(),
                        Optional.empty()),
                true);
    }

    private List<Entry.Body> recorded() throws IOException {
        return store.read(ID, 0).stream().map(it -> Entry.of(it).body()).toList();
    }

    @Test
    void recordsEventsThatNoOtherEntryHas() throws IOException {
        List<RunEvent> recordedOnlyHere =
                List.of(
                        asked("ls"),
                        new RunEvent.QuestionsAsked("c1", Json.Arr.ofTexts(List.of("Which?"))),
                        new RunEvent.Retry(1, Duration.ofSeconds(1), "Busy."),
                        new RunEvent.Warning("Careful."),
                        new RunEvent.Ended(RunOutcome.failed("s1", "Why.")));
        List<RunEvent> others =
                List.of(
                        new RunEvent.Session("s1", "m", "a", List.of()),
                        new RunEvent.Text("Hi"),
                        new RunEvent.Reasoning("Hm"),
                        new RunEvent.ToolCall("c1", "ls", Json.Obj.EMPTY),
                        new RunEvent.ToolProgress("c1", "", Optional.empty(), Json.Obj.EMPTY),
                        new RunEvent.ToolResult("c1", "ls", false, "", Json.Obj.EMPTY),
                        new RunEvent.TokenUsage(Usage.NONE, "m"),
                        new RunEvent.Compacted("All."));

        recordedOnlyHere.forEach(recorder);
        others.forEach(recorder);

        assertThat(recorded())
                .isEqualTo(
                        recordedOnlyHere.stream()
                                .<Entry.Body>map(it -> new Entry.Event(RunEventJson.write(it)))
                                .toList());
        assertThat(events).hasSize(13).containsAll(recordedOnlyHere).containsAll(others);
    }

    @Test
    void masksSecretsInCallsAndRequests() {
        recorder.accept(
                new RunEvent.ToolCall("c1", "bash", Json.Obj.EMPTY.with("command", SECRET)));
        recorder.accept(asked("echo " + SECRET));

        assertThat(events.toString()).doesNotContain(SECRET).contains("masked");
        assertThat(events.get(0)).isInstanceOf(RunEvent.ToolCall.class);
        assertThat(((RunEvent.ApprovalRequested) events.get(1)).present()).isTrue();
    }

    @Test
    void deliversEventsAlsoWhenTheyCannotBeRecorded() throws IOException {
        log.close();

        recorder.accept(new RunEvent.Warning("Careful."));

        assertThat(events).containsExactly(new RunEvent.Warning("Careful."));
        assertThat(recorded()).isEmpty();
    }
}
