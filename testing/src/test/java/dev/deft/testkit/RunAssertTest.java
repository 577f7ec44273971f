package dev.deft.testkit;

import static dev.deft.testkit.DeftAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RunAssertTest {

    private static final Json OUTPUT = Json.of(Map.of("type", "output"));
    private static final Json NOT_FOUND =
            Json.of(Map.of("type", "error", "metadata", Map.of("code", "not_found")));
    private static final RunOutcome DONE =
            new RunOutcome(
                    RunOutcome.Status.DONE,
                    "Changed.",
                    "test",
                    3,
                    Usage.NONE,
                    OptionalDouble.empty(),
                    List.of("b.txt", "a.txt"),
                    Optional.empty());

    /// Reads a file that is missing, reads another one, changes it. Two calls have the same id, as
    /// some models give them.
    private static RunRecording run() {
        var run = new RunRecording();
        call(run, "c1", "read", Map.of("path", "b.txt"), NOT_FOUND);
        call(run, "c1", "read", Map.of("path", "a.txt"), OUTPUT);
        call(run, "c2", "edit", Map.of("path", "a.txt", "replace_all", true), OUTPUT);
        run.accept(new RunEvent.ToolCall("c3", "bash", Json.Obj.EMPTY));
        run.accept(new RunEvent.Text("Chan"));
        run.accept(new RunEvent.Text("ged."));
        run.accept(new RunEvent.Ended(DONE));
        return run;
    }

    private static void call(
            RunRecording run, String id, String tool, Map<String, ?> arguments, Json result) {
        run.accept(new RunEvent.ToolCall(id, tool, Json.Obj.of(arguments)));
        run.accept(new RunEvent.ToolResult(id, tool, result.equals(NOT_FOUND), "a title", result));
    }

    @Test
    void keepsWhatHappened() {
        RunRecording run = run();
        assertThat(run.events()).hasSize(10);
        assertThat(run.calls())
                .containsExactly(
                        new RecordedCall(
                                "c1",
                                "read",
                                Json.Obj.of(Map.of("path", "b.txt")),
                                true,
                                Optional.of(NOT_FOUND)),
                        new RecordedCall(
                                "c1",
                                "read",
                                Json.Obj.of(Map.of("path", "a.txt")),
                                false,
                                Optional.of(OUTPUT)),
                        new RecordedCall(
                                "c2",
                                "edit",
                                Json.Obj.of(Map.of("path", "a.txt", "replace_all", true)),
                                false,
                                Optional.of(OUTPUT)),
                        new RecordedCall("c3", "bash", Json.Obj.EMPTY, false, Optional.empty()));
        assertThat(run.text()).isEqualTo("Changed.");
        assertThat(run.asked()).isEmpty();
        assertThat(run.outcome()).contains(DONE);
        assertThat(new RunRecording().outcome()).isEmpty();
    }

    @Test
    void acceptsWhatIsSo() {
        assertThat(run())
                .neverCalled("write")
                .calledExactly("read", "read", "edit", "bash")
                .said("ged")
                .called("read")
                .times(2)
                .with("path", "b.txt")
                .failedWith(ErrorCode.NOT_FOUND)
                .thenCalled("read")
                .with("path", "a.txt")
                .succeeded()
                .thenCalled("edit")
                .with("path", "a.txt")
                .with("replace_all", true)
                .times(1);
        assertThat(DONE).isDone().says("Changed.").changedExactly("a.txt", "b.txt");
    }

    @Test
    void refusesWhatIsNotAndShowsTheCalls() {
        RunRecording run = run();
        assertThatThrownBy(() -> assertThat(run).called("write"))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Expected a call of write, but there is none among: [read");
        assertThatThrownBy(() -> assertThat(run).called("edit").with("path", "c.txt"))
                .hasMessageStartingWith(
                        "Expected one with path = \"c.txt\", but there is none among: [edit ");
        assertThatThrownBy(() -> assertThat(run).called("bash").succeeded())
                .hasMessageStartingWith("Expected one that succeeded");
        assertThatThrownBy(() -> assertThat(run).called("edit").failedWith(ErrorCode.TIMEOUT))
                .hasMessageStartingWith("Expected one that failed with timeout");
        assertThatThrownBy(() -> assertThat(run).called("read").times(3))
                .hasMessageStartingWith("Expected 3 such calls");
        assertThatThrownBy(() -> assertThat(run).called("edit").thenCalled("read"))
                .hasMessageStartingWith("Expected a call of read, but there is none among: [bash");
        assertThatThrownBy(() -> assertThat(run).neverCalled("bash"))
                .hasMessageContaining("read {\"path\":\"b.txt\"} (failed: not_found)");
        assertThatThrownBy(() -> assertThat(run).calledExactly("read"))
                .hasMessageStartingWith("Expected the calls [read]");
        assertThatThrownBy(() -> assertThat(run).said("Nothing"))
                .hasMessage("Expected the model to say \"Nothing\", but it said: Changed.");
        assertThatThrownBy(() -> assertThat(run).askedAbout("bash"))
                .hasMessage("Expected a question about bash, but the questions were about: []");
    }

    @Test
    void refusesAnotherOutcome() {
        assertThatThrownBy(() -> assertThat(DONE).endedAs(RunOutcome.Status.DENIED))
                .hasMessage("Expected the run to end as denied, but it ended as done");
        assertThatThrownBy(() -> assertThat(DONE).says("No."))
                .hasMessage("Expected the answer \"No.\", but it was: Changed.");
        assertThatThrownBy(() -> assertThat(DONE).changedExactly("a.txt"))
                .hasMessage("Expected the changed files [a.txt], but they were: [b.txt, a.txt]");
    }

    @Test
    void judgesEnvelopes() {
        Envelope output = envelope(ToolResult.output(new Notes(1), "one note", "Noted"));
        Envelope failure = envelope(ToolResult.failure(ErrorCode.CONFLICT, "There is one."));
        assertThat(output).succeeded().tells("one");
        assertThat(failure).failedWith(ErrorCode.CONFLICT).tells("There is");
        assertThatThrownBy(() -> assertThat(output).failedWith(ErrorCode.CONFLICT))
                .hasMessage("Expected conflict, but got an output: one note");
        assertThatThrownBy(() -> assertThat(failure).failedWith(ErrorCode.TIMEOUT))
                .hasMessage("Expected timeout, but got conflict: There is one.");
        assertThatThrownBy(() -> assertThat(failure).succeeded())
                .hasMessage("Expected an output, but got conflict: There is one.");
        assertThatThrownBy(() -> assertThat(output).tells("two"))
                .hasMessage("Expected the model to read \"two\", but it reads: one note");
    }

    private static Envelope envelope(ToolResult result) {
        return new Envelope("c1", result, Instant.EPOCH, Duration.ZERO, Optional.empty());
    }

    private record Notes(int count) {}
}
