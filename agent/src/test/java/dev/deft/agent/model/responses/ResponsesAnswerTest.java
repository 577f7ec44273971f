package dev.deft.agent.model.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads streams of the Responses wire: the events as the service sends them, with other words.
class ResponsesAnswerTest {

    private final RecordingListener heard = new RecordingListener();

    private Answer answerTo(Reply... replies) throws Exception {
        try (var provider = new FakeProvider(replies);
                Model model =
                        WireFixture.model(WireFixture.settings("responses", provider.url()))) {
            return model.ask(WireFixture.prompt("Go."), heard);
        }
    }

    private Answer answerTo(String stream) throws Exception {
        return answerTo(Reply.stream(stream));
    }

    private static String events(String... events) {
        var stream = new StringBuilder();
        for (String event : events) {
            stream.append("data: ").append(event.replace('\n', ' ')).append("\n\n");
        }
        return stream.toString();
    }

    @Test
    void readsThoughtsWordsAndCallsSideBySide() throws Exception {
        Json.Obj item =
                JsonText.parseObject(
                        """
                        {"id":"rs_2","type":"reasoning","encrypted_content":"gAAAAABp-whole==",
                         "summary":[{"type":"summary_text","text":"Two cities, two calls."}]}
                        """);
        assertThat(answerTo(WireFixture.recorded("responses", "calls")))
                .isEqualTo(
                        new Answer(
                                new Message.Assistant(
                                        List.of(
                                                new Part.Reasoning(
                                                        "Two cities, two calls.",
                                                        Json.Obj.EMPTY
                                                                .with("model", "model-x")
                                                                .with("item", item)),
                                                new Part.Text(
                                                        "I look both up: Zürich 🌧 and Oslo."),
                                                new Part.Call(
                                                        "call_a",
                                                        "weather",
                                                        "{\"city\": \"Zürich\"}"),
                                                new Part.Call("call_b", "clock", "{}"))),
                                Answer.Stop.CALLS,
                                new Usage(65, 89, 1200, 0),
                                "gpt-x-2026"));
        assertThat(heard.reasoning()).isEqualTo("Two cities, two calls.");
        assertThat(heard.text()).isEqualTo("I look both up: Zürich 🌧 and Oslo.");
        assertThat(heard.calls()).containsExactly("weather", "clock");
        assertThat(heard.retries()).isEmpty();
    }

    @Test
    void countsWhatCameFromTheCacheOnce() throws Exception {
        assertThat(answerTo(WireFixture.recorded("responses", "text")).usage())
                .isEqualTo(new Usage(9, 6, 10, 0));
    }

    @Test
    void keepsAPicture() throws Exception {
        Answer answer = answerTo(WireFixture.recorded("responses", "picture"));
        assertThat(answer.message().text()).isEqualTo("A dot.");
        assertThat(answer.message().parts())
                .filteredOn(Part.Media.class::isInstance)
                .singleElement()
                .satisfies(it -> {
                    assertThat(((Part.Media) it).mimeType()).isEqualTo("image/png");
                    assertThat(((Part.Media) it).content().size()).isEqualTo(70);
                });
    }

    @Test
    void saysThatWhatIsNoPictureIsLeftOut() throws Exception {
        String stream =
                WireFixture.recorded("responses", "picture").replace("iVBORw0KGgo", "PHN2ZyB4bWw");
        Answer answer = answerTo(stream);
        assertThat(answer.message().parts()).noneMatch(Part.Media.class::isInstance);
        assertThat(answer.message().text())
                .startsWith("[A picture of this answer was left out: it is no PNG,");
        assertThat(heard.text()).isEqualTo(answer.message().text());
    }

    @Test
    void saysThatAnAnswerWasCutAtItsLength() throws Exception {
        Answer answer = answerTo(WireFixture.recorded("responses", "incomplete"));
        assertThat(answer.stop()).isEqualTo(Answer.Stop.LENGTH);
        assertThat(answer.message().text()).isEqualTo("It is a long");
    }

    @Test
    void doesNotArgueAboutAQuota() {
        var refusal =
                catchThrowableOfType(
                        ModelException.class,
                        () -> answerTo(WireFixture.recorded("responses", "failed")));
        assertThat(refusal)
                .hasMessageContaining("responses/model-x")
                .hasMessageContaining("You have used up your quota");
        assertThat(heard.retries()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"server_error, 1", "rate_limit_exceeded, 1", "invalid_prompt, 0"})
    void retriesErrorsInsideAStreamThatMayPass(String code, int retries) throws Exception {
        var failed =
                Reply.stream(
                        events(
                                """
                                {"type":"error","code":"%s","message":"Well.","param":null}
                                """
                                        .formatted(code)));
        var good = Reply.stream(WireFixture.recorded("responses", "text"));
        if (retries == 0) {
            assertThat(catchThrowableOfType(ModelException.class, () -> answerTo(failed, good)))
                    .hasMessageContaining("Well");
        } else {
            assertThat(answerTo(failed, good).message().text()).isEqualTo("It is late.");
        }
        assertThat(heard.retries()).hasSize(retries);
    }

    @Test
    void showsARefusal() throws Exception {
        Answer answer =
                answerTo(
                        events(
                                """
                                {"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}
                                """,
                                """
                                {"type":"response.refusal.delta","output_index":0,"delta":"I would rather not."}
                                """,
                                """
                                {"type":"response.completed","response":{"status":"completed"}}
                                """));
        assertThat(answer.stop()).isEqualTo(Answer.Stop.REFUSED);
        assertThat(answer.message().text()).isEqualTo("I would rather not.");
    }

    @Test
    void readsAServerThatSendsOnlyWholeItems() throws Exception {
        Answer answer =
                answerTo(
                        events(
                                """
                                {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"one"}}
                                """,
                                """
                                {"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"two",
                                 "phase":"final_answer","content":[{"type":"output_text","text":"Yes."}]}}
                                """,
                                "{\"type\":\"response.completed\",\"response\":{}}"));
        assertThat(answer.message().parts())
                .containsExactly(
                        new Part.Reasoning(
                                "",
                                Json.Obj.EMPTY
                                        .with("model", "model-x")
                                        .with("phase", "final_answer")),
                        new Part.Text("Yes."));
        assertThat(heard.text()).isEqualTo("Yes.");
    }

    @Test
    void readsAServerThatDoesNotStream() throws Exception {
        Answer answer =
                answerTo(
                        Reply.status(
                                200,
                                """
                                {"object":"response","status":"completed","model":"m","output":[
                                 {"type":"message","content":[{"type":"output_text","text":"Yes."}]},
                                 {"type":"function_call","call_id":"c","name":"clock","arguments":"{}"}],
                                 "usage":{"input_tokens":3,"output_tokens":2}}
                                """));
        assertThat(answer.message().parts())
                .containsExactly(new Part.Text("Yes."), new Part.Call("c", "clock", "{}"));
        assertThat(answer.usage()).isEqualTo(new Usage(3, 2, 0, 0));
    }
}
