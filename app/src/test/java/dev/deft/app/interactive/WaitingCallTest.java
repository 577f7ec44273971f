package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.json.Json;
import dev.deft.run.CallState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WaitingCallTest {

    private final LiveTranscript transcript = new LiveTranscript(new Theme(false), () -> 80);

    private List<String> calls() {
        return transcript.open(80).stream()
                .map(Object::toString)
                .filter(it -> it.contains("bash"))
                .map(it -> it.replaceAll("^[⠀-⣿]", "*"))
                .toList();
    }

    private void called(String id, String command) {
        transcript.accept(
                new RunEvent.ToolCall(id, "bash", Json.Obj.EMPTY.with("command", command)));
    }

    private void state(String id, CallState state) {
        transcript.accept(
                new RunEvent.ToolProgress(
                        id,
                        "",
                        Optional.empty(),
                        Json.Obj.EMPTY.with(CallState.FIELD, state.wire())));
    }

    @Test
    void hasNoClockUntilItBegins() {
        transcript.begin();
        called("a", "make");
        called("b", "make test");
        transcript.began("a");
        assertThat(calls()).containsExactly("* bash make  0 s", "· bash make test  waiting");
        transcript.began("b");
        assertThat(calls().getLast()).isEqualTo("* bash make test  0 s");
    }

    @Test
    void mayBeginBeforeItIsKnown() {
        transcript.begin();
        transcript.began("a");
        called("a", "make");
        assertThat(calls()).containsExactly("* bash make  0 s");
    }

    @Test
    void waitsForALock() {
        transcript.begin();
        called("a", "make");
        transcript.began("a");
        state("a", CallState.WAITING);
        assertThat(calls()).containsExactly("· bash make  waiting");
        state("a", CallState.RUNNING);
        assertThat(calls()).containsExactly("* bash make  0 s");
    }
}
