package dev.deft.agent.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Ending;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads recorded streams of the Chat Completions wire, and the ways in which its servers differ.
class OpenAiAnswerTest {

    private final RecordingListener heard = new RecordingListener();

    private Answer answerTo(Reply reply) throws Exception {
        try (var provider = new FakeProvider(reply);
                Model model = WireFixture.model(WireFixture.settings("openai", provider.url()))) {
            return model.ask(WireFixture.prompt("Go."), heard);
        }
    }

    private Answer answerTo(String stream) throws Exception {
        return answerTo(Reply.stream(stream));
    }

    /// A stream of these deltas, with a reason and the last line.
    private static String stream(String finish, String... deltas) {
        var stream = new StringBuilder();
        for (String delta : deltas) {
            stream.append("data: {\"choices\":[{\"delta\":").append(delta).append("}]}\n\n");
        }
        return stream.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"")
                .append(finish)
                .append("\"}]}\n\ndata: [DONE]\n\n")
                .toString();
    }

    /// What marks reasoning that the model gets back.
    private static Json.Obj from(String form) {
        return Json.Obj.EMPTY.with("model", "model-x").with(form, new Json.Bool(true));
    }

    private static String call(String piece) {
        return "{\"tool_calls\":[" + piece + "]}";
    }

    @Test
    void readsThoughtsWordsAndCalls() throws Exception {
        assertThat(answerTo(WireFixture.recorded("openai", "calls")))
                .isEqualTo(
                        new Answer(
                                new Message.Assistant(
                                        List.of(
                                                new Part.Reasoning(
                                                        "Two cities, two calls.",
                                                        from("reasoning_content")),
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
        assertThat(answerTo(WireFixture.recorded("openai", "text")).usage())
                .isEqualTo(new Usage(9, 6, 10, 0));
    }

    @ParameterizedTest
    @CsvSource({"stop, DONE", "length, LENGTH", "content_filter, REFUSED", "a_new_one, DONE"})
    void understandsWhyTheModelStopped(String reason, Answer.Stop stop) throws Exception {
        assertThat(answerTo(stream(reason, "{\"content\":\"Yes.\"}")).stop()).isEqualTo(stop);
    }

    @Test
    void readsThoughtsThatComeAsPartsOfTheContent() throws Exception {
        Answer answer =
                answerTo(
                        stream(
                                "stop",
                                "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"Hm,"
                                        + " \"}]}]}",
                                "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"four.\"},{\"type\":\"text\",\"text\":\"It"
                                        + " is \"}]}",
                                "{\"content\":\"four.\"}"));
        assertThat(answer.message().parts())
                .containsExactly(
                        new Part.Reasoning("Hm, four.", from("thinking")),
                        new Part.Text("It is four."));
        assertThat(heard.reasoning()).isEqualTo("Hm, four.");
    }

    @Test
    void namesTheModelThatWasAskedWhereTheServerNamesNone() throws Exception {
        assertThat(answerTo(stream("stop", "{\"content\":\"Yes.\"}")).model()).isNotBlank();
    }

    @Test
    void seesCallsWhateverTheReasonSays() throws Exception {
        var answer =
                answerTo(
                        stream(
                                "stop",
                                call(
                                        """
                                        {"index":0,"id":"c","function":{"name":"clock","arguments":"{}"}}\
                                        """)));
        assertThat(answer.stop()).isEqualTo(Answer.Stop.CALLS);
    }

    @Test
    void tellsCallsWithoutAnIndexApart() throws Exception {
        assertThat(
                        answerTo(
                                        stream(
                                                "tool_calls",
                                                call(
                                                        """
                                                        {"id":"c1","function":{"name":"read","arguments":"{\\"p\\""}}\
                                                        """),
                                                call("{\"function\":{\"arguments\":\":1}\"}}"),
                                                call(
                                                        """
                                                        {"id":"c2","function":{"name":"read","arguments":{"p":2}}}\
                                                        """)))
                                .message()
                                .calls())
                .containsExactly(
                        new Part.Call("c1", "read", "{\"p\":1}"),
                        new Part.Call("c2", "read", "{\"p\":2}"));
    }

    @Test
    void tellsCallsWithTheSameIndexApart() throws Exception {
        assertThat(
                        answerTo(
                                        stream(
                                                "tool_calls",
                                                call(
                                                        """
                                                        {"index":0,"id":"c1","function":{"name":"read","arguments":"{}"}},\
                                                        {"index":0,"id":"c2","function":{"name":"read","arguments":"{}"}}\
                                                        """)))
                                .message()
                                .calls())
                .containsExactly(
                        new Part.Call("c1", "read", "{}"), new Part.Call("c2", "read", "{}"));
    }

    @Test
    void makesAnIdWhereThereIsNone() throws Exception {
        assertThat(
                        answerTo(
                                        stream(
                                                "tool_calls",
                                                call(
                                                        """
                                                        {"id":"","function":{"name":"a","arguments":""}},\
                                                        {"id":"","function":{"name":"b","arguments":""}}\
                                                        """)))
                                .message()
                                .calls())
                .containsExactly(
                        new Part.Call("made_1", "a", "{}"), new Part.Call("made_2", "b", "{}"));
    }

    @Test
    void takesANameThatIsRepeatedOnce() throws Exception {
        assertThat(
                        answerTo(
                                        stream(
                                                "tool_calls",
                                                call(
                                                        """
                                                        {"index":0,"id":"c","function":{"name":"a","arguments":"{"}}\
                                                        """),
                                                call(
                                                        """
                                                        {"index":0,"id":"c","function":{"name":"a","arguments":"}"}}\
                                                        """)))
                                .message()
                                .calls())
                .containsExactly(new Part.Call("c", "a", "{}"));
        assertThat(heard.calls()).containsExactly("a");
    }

    @Test
    void needsNoLastLine() throws Exception {
        String stream = WireFixture.recorded("openai", "text").replace("data: [DONE]\n\n", "");
        assertThat(answerTo(Reply.stream(stream).ending(Ending.CLOSED)).message().text())
                .isEqualTo("It is late.");
        assertThat(heard.retries()).isEmpty();
    }

    @Test
    void readsCarriageReturnsAMarkAndLinesCutInTwo() throws Exception {
        String stream =
                """
                : hello

                id: 7
                retry: 10
                data: {"choices":[{"delta":{"content":
                data:"Yes."}}]}

                data:{"choices":[{"finish_reason":"stop"}]}

                data:[DONE]

                """;
        assertThat(answerTo("\uFEFF" + stream.replace("\n", "\r\n")).message().text())
                .isEqualTo("Yes.");
    }

    @Test
    void readsThoughtsUnderTheirOtherNameAndNotTwice() throws Exception {
        var answer =
                answerTo(
                        stream(
                                "stop",
                                "{\"reasoning\":\"Hm\"}",
                                "{\"reasoning\":\", yes\",\"reasoning_content\":\", yes\"}",
                                "{\"content\":[{\"type\":\"text\",\"text\":\"Yes.\"}]}"));
        assertThat(answer.message().parts())
                .containsExactly(
                        new Part.Reasoning("Hm, yes", from("reasoning_content")),
                        new Part.Text("Yes."));
    }

    @Test
    void showsARefusal() throws Exception {
        var answer = answerTo(stream("stop", "{\"refusal\":\"I would rather not.\"}"));
        assertThat(answer.stop()).isEqualTo(Answer.Stop.REFUSED);
        assertThat(heard.text()).isEqualTo("I would rather not.");
    }

    @Test
    void takesAnAnswerThatIsNoStream() throws Exception {
        var reply =
                Reply.status(
                        200,
                        """
                        {"model":"m","choices":[{"message":{"role":"assistant","content":"Yes."},
                         "finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}
                        """);
        assertThat(answerTo(reply))
                .isEqualTo(
                        new Answer(
                                new Message.Assistant(List.of(new Part.Text("Yes."))),
                                Answer.Stop.DONE,
                                new Usage(3, 2, 0, 0),
                                "m"));
    }
}
