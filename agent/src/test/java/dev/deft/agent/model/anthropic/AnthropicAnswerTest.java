package dev.deft.agent.model.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads recorded streams of the Messages wire.
class AnthropicAnswerTest {

    private final RecordingListener heard = new RecordingListener();

    private Answer answerTo(String stream) throws Exception {
        try (var provider = new FakeProvider(Reply.stream(stream));
                Model model =
                        WireFixture.model(WireFixture.settings("anthropic", provider.url()))) {
            return model.ask(WireFixture.prompt("Go."), heard);
        }
    }

    @Test
    void readsThoughtsWordsAndCallsInTheirOrder() throws Exception {
        assertThat(answerTo(WireFixture.recorded("anthropic", "calls")))
                .isEqualTo(
                        new Answer(
                                new Message.Assistant(
                                        List.of(
                                                new Part.Reasoning(
                                                        "Two cities, two calls.",
                                                        Json.Obj.EMPTY.with(
                                                                "signature", "EqQBCg==")),
                                                new Part.Text(
                                                        "I look both up: Zürich 🌧 and Oslo."),
                                                new Part.Call(
                                                        "toolu_01",
                                                        "weather",
                                                        "{\"city\": \"Zürich\"}"),
                                                new Part.Call("toolu_02", "clock", "{}"))),
                                Answer.Stop.CALLS,
                                new Usage(25, 89, 1200, 40),
                                "claude-x-20260101"));
    }

    @Test
    void tellsWhatArrives() throws Exception {
        var _ = answerTo(WireFixture.recorded("anthropic", "calls"));
        assertThat(heard.reasoning()).isEqualTo("Two cities, two calls.");
        assertThat(heard.text()).isEqualTo("I look both up: Zürich 🌧 and Oslo.");
        assertThat(heard.calls()).containsExactly("weather", "clock");
        assertThat(heard.retries()).isEmpty();
    }

    @Test
    void skipsWhatItDoesNotKnow() throws Exception {
        assertThat(answerTo(WireFixture.recorded("anthropic", "unknown")))
                .isEqualTo(
                        new Answer(
                                new Message.Assistant(
                                        List.of(
                                                new Part.Reasoning(
                                                        "",
                                                        Json.Obj.EMPTY.with(
                                                                "redacted", "EmwKAhgB")),
                                                new Part.Text("Well, yes."))),
                                Answer.Stop.DONE,
                                new Usage(10, 4, 7, 0),
                                "claude-x"));
        assertThat(heard.text()).isEqualTo("Well, yes.");
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn, DONE",
        "stop_sequence, DONE",
        "pause_turn, DONE",
        "max_tokens, LENGTH",
        "model_context_window_exceeded, LENGTH",
        "refusal, REFUSED"
    })
    void understandsWhyTheModelStopped(String reason, Answer.Stop stop) throws Exception {
        String stream = WireFixture.recorded("anthropic", "text").replace("end_turn", reason);
        assertThat(answerTo(stream).stop()).isEqualTo(stop);
    }

    @Test
    void keepsArgumentsThatAreNoJson() throws Exception {
        String stream = WireFixture.recorded("anthropic", "calls").replace("rich\\\"}", "rich");
        assertThat(answerTo(stream).message().calls().getFirst().arguments())
                .isEqualTo("{\"city\": \"Zürich");
    }
}
