package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.anthropic.models.messages.MessageCreateParams;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.ReasoningSettings.Effort;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How reasoning is asked for, judged by the types of those who receive it.
class ReasoningRequestTest {

    private static final Message GO = Message.User.of("Go.");

    private static ReasoningSettings effort(Effort effort) {
        return new ReasoningSettings(Optional.of(effort), OptionalInt.empty());
    }

    private static ReasoningSettings budget(int tokens) {
        return new ReasoningSettings(Optional.empty(), OptionalInt.of(tokens));
    }

    private static ModelSettings settings(String wire, String model, String url) {
        ModelSettings it = WireFixture.settings(wire, url);
        return new ModelSettings(
                it.wire(),
                model,
                it.baseUrl(),
                it.key(),
                it.auth(),
                it.version(),
                it.headers(),
                it.retries(),
                it.route());
    }

    private static Prompt prompt(ReasoningSettings reasoning, int maxTokens, Message... messages) {
        return new Prompt(
                List.of(),
                List.of(messages),
                List.of(),
                maxTokens,
                new Prompt.Sampling(OptionalDouble.of(0.5), OptionalDouble.of(0.9), reasoning));
    }

    private static String sent(String wire, String model, Prompt prompt) throws Exception {
        var answer = Reply.stream(WireFixture.recorded(wire, "text"));
        try (var provider = new FakeProvider(answer);
                Model asked = WireFixture.model(settings(wire, model, provider.url()))) {
            var _ = asked.ask(prompt, new RecordingListener());
            String body = provider.requests().getFirst().body();
            judge(wire, body);
            return body;
        }
    }

    private static void judge(String wire, String body) throws Exception {
        boolean valid =
                switch (wire) {
                    case "anthropic" ->
                            com.anthropic.core.ObjectMappers.jsonMapper()
                                    .readValue(body, MessageCreateParams.Body.class)
                                    .validate()
                                    .isValid();
                    case "responses" ->
                            com.openai.core.ObjectMappers.jsonMapper()
                                    .readValue(
                                            body.replaceFirst(
                                                    "\"model\":\"[^\"]*\"", "\"model\":\"gpt-5\""),
                                            ResponseCreateParams.Body.class)
                                    .validate()
                                    .isValid();
                    default ->
                            com.openai.core.ObjectMappers.jsonMapper()
                                    .readValue(
                                            body.replaceFirst(
                                                    "\"model\":\"[^\"]*\"", "\"model\":\"gpt-5\""),
                                            ChatCompletionCreateParams.Body.class)
                                    .validate()
                                    .isValid();
                };
        assertThat(valid).as(body).isTrue();
    }

    private static Json field(String body, String name) throws Exception {
        return JsonText.parseObject(body).find(name).orElse(Json.Null.VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-opus-4-6, adaptive",
        "claude-sonnet-4-6, adaptive",
        "claude-opus-4-7, adaptive",
        "claude-opus-5, adaptive",
        "claude-mythos-preview, adaptive",
        "us.anthropic.claude-opus-4-6-v1, adaptive",
        "claude-opus-4-5-20251101, enabled",
        "claude-sonnet-4-20250514, enabled",
        "claude-haiku-4-5, enabled",
        "claude-3-7-sonnet-20250219, enabled",
        "minimax-m2, enabled",
    })
    void tellsNewModelsOfAnthropicAnEffortAndOldOnesABudget(String model, String type)
            throws Exception {
        String body = sent("anthropic", model, prompt(effort(Effort.MEDIUM), 16_000, GO));
        Json.Obj thinking = (Json.Obj) field(body, "thinking");
        assertThat(thinking.text("type")).contains(type);
        assertThat(field(body, "output_config"))
                .isEqualTo(
                        type.equals("adaptive")
                                ? Json.Obj.EMPTY.with("effort", "medium")
                                : Json.Null.VALUE);
        assertThat(JsonText.parseObject(body).fields()).doesNotContainKeys("temperature", "top_p");
    }

    @ParameterizedTest
    @CsvSource({"20000, 16000, 14976", "2000, 16000, 2000", "2000, 2500, 1476", "2000, 2000, 0"})
    void keepsABudgetBelowTheLongestAnswer(int budget, int longest, int expected) throws Exception {
        String body = sent("anthropic", "claude-sonnet-4-5", prompt(budget(budget), longest, GO));
        assertThat(field(body, "thinking"))
                .isEqualTo(
                        expected == 0
                                ? Json.Null.VALUE
                                : Json.Obj.EMPTY
                                        .with("type", "enabled")
                                        .with("budget_tokens", Json.Num.of(expected)));
    }

    @Test
    void sendsABudgetToTheLastModelThatTakesOneAndAnEffortToNewerOnes() throws Exception {
        Prompt prompt = prompt(budget(2_000), 16_000, GO);
        assertThat(sent("anthropic", "claude-opus-4-6", prompt)).contains("\"budget_tokens\":2000");
        assertThat(sent("anthropic", "claude-opus-4-7", prompt))
                .contains("\"effort\":\"low\"")
                .doesNotContain("budget_tokens");
    }

    @Test
    void leavesOutWhatAModelCannotDo() throws Exception {
        Prompt prompt = prompt(effort(Effort.HIGH), 16_000, GO);
        assertThat(sent("anthropic", "claude-3-5-haiku-20241022", prompt))
                .doesNotContain("thinking");
        assertThat(sent("openai", "gpt-4o", prompt)).doesNotContain("reasoning");
        assertThat(sent("responses", "gpt-4.1", prompt)).doesNotContain("reasoning");
    }

    @Test
    void doesNotReasonInTheMiddleOfCallsThatBeganWithout() throws Exception {
        var answer = new Message.Assistant(List.of(new Part.Call("c", "clock", "{}")));
        var results =
                new Message.Results(List.of(new Message.CallResult("c", "noon", List.of(), false)));
        Prompt prompt = prompt(effort(Effort.LOW), 16_000, GO, answer, results);
        assertThat(sent("anthropic", "claude-sonnet-4-5", prompt)).doesNotContain("thinking");
        var signed =
                new Message.Assistant(
                        List.of(
                                new Part.Reasoning("Hm.", Json.Obj.EMPTY.with("signature", "s")),
                                new Part.Call("c", "clock", "{}")));
        Prompt thought = prompt(effort(Effort.LOW), 16_000, GO, signed, results);
        assertThat(sent("anthropic", "claude-sonnet-4-5", thought)).contains("budget_tokens");
    }

    @Test
    void tellsModelsOfOpenAiAnEffort() throws Exception {
        String chat = sent("openai", "gpt-5", prompt(effort(Effort.XHIGH), 16_000, GO));
        assertThat(field(chat, "reasoning_effort")).isEqualTo(new Json.Str("xhigh"));
        assertThat(JsonText.parseObject(chat).fields()).doesNotContainKeys("temperature", "top_p");
        String responses = sent("responses", "gpt-5", prompt(budget(9_000), 16_000, GO));
        assertThat(field(responses, "reasoning"))
                .isEqualTo(JsonText.parse("{\"effort\":\"medium\",\"summary\":\"auto\"}"));
    }

    @Test
    void turnsReasoningOff() throws Exception {
        Prompt prompt = prompt(effort(Effort.NONE), 16_000, GO);
        assertThat(sent("anthropic", "claude-opus-4-6", prompt))
                .contains("\"thinking\":{\"type\":\"disabled\"}", "\"temperature\":0.5");
        assertThat(sent("openai", "gpt-5.1", prompt))
                .contains("\"reasoning_effort\":\"none\"", "\"temperature\":0.5");
        assertThat(sent("responses", "gpt-5.1", prompt))
                .contains("\"reasoning\":{\"effort\":\"none\"}");
    }

    @Test
    void saysWhatToDoWhereAModelDoesNotKnowTheEffort() throws Exception {
        Reply refusal =
                Reply.status(
                        400,
                        "{\"error\":{\"message\":\"Unsupported value: 'reasoning_effort' does not"
                                + " support 'minimal' with this model.\"}}");
        try (var provider = new FakeProvider(refusal);
                Model model = WireFixture.model(settings("openai", "gpt-5.1", provider.url()))) {
            var refused =
                    catchThrowableOfType(
                            ModelException.class,
                            () ->
                                    model.ask(
                                            prompt(effort(Effort.MINIMAL), 100, GO),
                                            new RecordingListener()));
            assertThat(refused)
                    .hasMessageEndingWith("Set another reasoning effort or budget, or none.");
        }
    }
}
