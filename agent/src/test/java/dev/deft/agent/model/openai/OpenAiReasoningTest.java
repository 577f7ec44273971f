package dev.deft.agent.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reasoning in the forms of several servers: shown, kept, and sent back where a server wants it.
class OpenAiReasoningTest {

    private static final String CALL =
            """
            {"tool_calls":[{"index":0,"id":"c","function":{"name":"clock","arguments":"{}"}}]}
            """;

    private final RecordingListener heard = new RecordingListener();

    private static String stream(String... deltas) {
        var stream = new StringBuilder();
        for (String delta : deltas) {
            stream.append("data: {\"choices\":[{\"delta\":")
                    .append(delta.strip().replace('\n', ' '))
                    .append("}]}\n\n");
        }
        return stream + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    }

    /// The message of the model in the next request.
    private Json.Obj sentBack(String... deltas) throws Exception {
        return sentTo("model-x", deltas);
    }

    private Json.Obj sentTo(String nextModel, String... deltas) throws Exception {
        try (var provider =
                new FakeProvider(Reply.stream(stream(deltas)), Reply.stream(stream("{}")))) {
            Answer answer;
            try (Model model = WireFixture.model(WireFixture.settings("openai", provider.url()))) {
                answer = model.ask(WireFixture.prompt("Go."), heard);
            }
            var next =
                    new Prompt(
                            List.of(),
                            List.of(
                                    Message.User.of("Go."),
                                    answer.message(),
                                    answer.message().calls().isEmpty()
                                            ? Message.User.of("Go on.")
                                            : new Message.Results(
                                                    List.of(
                                                            new Message.CallResult(
                                                                    "c", "noon", List.of(),
                                                                    false)))),
                            List.of(),
                            100,
                            Prompt.Sampling.UNSET);
            ModelSettings plain = WireFixture.settings("openai", provider.url());
            try (Model model =
                    WireFixture.model(
                            new ModelSettings(
                                    plain.wire(),
                                    nextModel,
                                    plain.baseUrl(),
                                    plain.key(),
                                    plain.auth(),
                                    plain.version(),
                                    plain.headers(),
                                    plain.retries(),
                                    plain.route()))) {
                var _ = model.ask(next, new RecordingListener());
            }
            Json.Obj request = JsonText.parseObject(provider.requests().getLast().body());
            return (Json.Obj) ((Json.Arr) request.find("messages").orElseThrow()).items().get(1);
        }
    }

    @Test
    void goesBackToDeepSeekWithCalls() throws Exception {
        Json.Obj message =
                sentBack(
                        "{\"content\":null,\"reasoning_content\":\"\"}",
                        "{\"reasoning_content\":\"What \"}",
                        "{\"reasoning_content\":\"time?\"}",
                        CALL);
        assertThat(heard.reasoning()).isEqualTo("What time?");
        assertThat(message.text("reasoning_content")).contains("What time?");
    }

    @Test
    void goesBackToDeepSeekAlsoWhenItIsEmpty() throws Exception {
        assertThat(sentBack("{\"reasoning_content\":\"\"}", CALL).text("reasoning_content"))
                .contains("");
    }

    @Test
    void staysHereWithoutCallsOrForAnotherModel() throws Exception {
        String[] thought = {"{\"reasoning_content\":\"Hm.\"}", "{\"content\":\"Yes.\"}"};
        assertThat(sentBack(thought).fields()).containsOnlyKeys("role", "content");
        assertThat(sentTo("model-y", "{\"reasoning_content\":\"Hm.\"}", CALL).fields())
                .containsOnlyKeys("role", "content", "tool_calls");
        assertThat(sentBack("{\"reasoning\":\"Hm.\"}", CALL).fields())
                .containsOnlyKeys("role", "content", "tool_calls");
    }

    @Test
    void goesBackToMistralAsParts() throws Exception {
        Json.Obj message =
                sentBack(
                        "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"Two"
                                + " \"}]}]}",
                        "{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"and"
                                + " two.\"}]}]}",
                        "{\"content\":[{\"type\":\"text\",\"text\":\"Four.\"}]}");
        assertThat(heard.reasoning()).isEqualTo("Two and two.");
        assertThat(message.find("content").orElseThrow())
                .isEqualTo(
                        JsonText.parse(
                                """
                                [{"type":"thinking","thinking":[{"type":"text","text":"Two and two."}],"closed":true},
                                 {"type":"text","text":"Four."}]
                                """));
    }

    @Test
    void goesBackToOpenRouterAsItCame() throws Exception {
        Json.Obj message =
                sentBack(
                        """
                        {"reasoning":"Two ","reasoning_details":[{"type":"reasoning.text","text":"Two ",
                         "format":"anthropic-claude-v1","index":0,"signature":null}]}
                        """,
                        """
                        {"reasoning":"and two.","reasoning_details":[{"type":"reasoning.text","text":"and two.",
                         "format":"anthropic-claude-v1","index":0}]}
                        """,
                        """
                        {"reasoning_details":[{"type":"reasoning.text","signature":"c2ln","index":0},
                         {"type":"reasoning.encrypted","data":"ZW5j","id":"rs_1","index":1}]}
                        """,
                        CALL);
        assertThat(heard.reasoning()).isEqualTo("Two and two.");
        assertThat(message.find("reasoning_details").orElseThrow())
                .isEqualTo(
                        JsonText.parse(
                                """
                                [{"type":"reasoning.text","text":"Two and two.","format":"anthropic-claude-v1",
                                  "index":0,"signature":"c2ln"},
                                 {"type":"reasoning.encrypted","data":"ZW5j","id":"rs_1","index":1}]
                                """));
    }

    /// However the text is cut into pieces.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 100})
    void isReadBetweenTags(int size) throws Exception {
        String whole = "\n<think>Is 1 < 2? </thin Yes.</think>\n\nIt is. A <think> here is text.";
        String[] pieces =
                java.util.stream.IntStream.iterate(0, it -> it < whole.length(), it -> it + size)
                        .mapToObj(it -> whole.substring(it, Math.min(whole.length(), it + size)))
                        .map(it -> JsonText.write(Json.Obj.EMPTY.with("content", it)))
                        .toArray(String[]::new);
        Json.Obj message = sentBack(pieces);
        assertThat(heard.reasoning()).isEqualTo("Is 1 < 2? </thin Yes.");
        assertThat(heard.text()).isEqualTo("It is. A <think> here is text.");
        assertThat(message.text("content")).contains("It is. A <think> here is text.");
    }

    @Test
    void isNotMissedWhereTheTagIsNeverClosed() throws Exception {
        try (var provider =
                        new FakeProvider(
                                Reply.stream(stream("{\"content\":\"<think>Hm. </thi\"}")));
                Model model = WireFixture.model(WireFixture.settings("openai", provider.url()))) {
            Answer answer = model.ask(WireFixture.prompt("Go."), heard);
            assertThat(answer.message().parts())
                    .containsExactly(new Part.Reasoning("Hm. </thi", Json.Obj.EMPTY));
        }
    }

    @Test
    void leavesTextThatOnlyBeginsLikeATag() throws Exception {
        assertThat(sentBack("{\"content\":\"<th\"}", "{\"content\":\"ree\"}").text("content"))
                .contains("<three");
        assertThat(sentBack("{\"content\":\"<thi\"}").text("content")).contains("<thi");
    }

    @Test
    void keepsPicturesOfTheAnswer() throws Exception {
        String png =
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        String picture =
                "{\"content\":\"A"
                        + " dot.\",\"images\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/jpeg;base64,"
                        + png
                        + "\"}}]}";
        try (var provider = new FakeProvider(Reply.stream(stream(picture)));
                Model model = WireFixture.model(WireFixture.settings("openai", provider.url()))) {
            Answer answer = model.ask(WireFixture.prompt("Go."), heard);
            assertThat(answer.message().parts()).hasSize(2);
            assertThat(((Part.Media) answer.message().parts().getLast()).mimeType())
                    .isEqualTo("image/png");
        }
    }
}
