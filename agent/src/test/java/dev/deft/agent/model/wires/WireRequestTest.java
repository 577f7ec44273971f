package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;

import com.anthropic.models.messages.MessageCreateParams;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.FakeProvider.Request;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What we send, judged by the types of those who receive it.
class WireRequestTest {

    private static final Part.Media PICTURE = new Part.Media("image/png", Bytes.of("PNG"));
    private static final Part.Media PAPER = new Part.Media("application/pdf", Bytes.of("PDF"));
    private static final Part.Media SOUND = new Part.Media("audio/wav", Bytes.of("WAV"));

    private static Json.Obj tool(String name) throws IOException {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("description", "Does what its name says.")
                .with(
                        "parameters",
                        JsonText.parse(
                                """
                                {"type":"object","properties":{"path":{"type":"string"}},
                                 "required":["path"],"additionalProperties":false}
                                """));
    }

    /// What a wire needs back with reasoning of a model.
    private static Json.Obj back(String model, String form, String json) throws IOException {
        return Json.Obj.EMPTY.with("model", model).with(form, JsonText.parse(json));
    }

    /// A conversation with everything in it that a request may have to hold.
    private static Prompt everything(String model) throws IOException {
        var call = new Part.Call("call.1", "mcp:files:read", "{\"path\":\"a\"}");
        var broken = new Part.Call("call_2", "write", "{\"path\":");
        var none = new Part.Call("call_3", "gone tool", "");
        return new Prompt(
                List.of("You are Deft.", " \n", "The workspace is /w."),
                List.of(
                        Message.User.of("Look at these."),
                        new Message.User(List.of(new Part.Text(""), PICTURE, PAPER, SOUND)),
                        new Message.Assistant(
                                List.of(
                                        new Part.Reasoning(
                                                "Hm.", Json.Obj.EMPTY.with("signature", "c2ln")),
                                        new Part.Reasoning(
                                                "", Json.Obj.EMPTY.with("redacted", "cmVk")),
                                        new Part.Reasoning("Unsigned.", Json.Obj.EMPTY),
                                        new Part.Reasoning(
                                                "Of DeepSeek.",
                                                back(model, "reasoning_content", "true")),
                                        new Part.Reasoning(
                                                "Of OpenAI.",
                                                back(
                                                        model,
                                                        "item",
                                                        """
                                                        {"type":"reasoning","id":"rs_1","encrypted_content":"ZW5j",
                                                         "summary":[{"type":"summary_text","text":"Of OpenAI."}]}
                                                        """)),
                                        new Part.Reasoning(
                                                "Of another.",
                                                back("other", "reasoning_details", "[]")),
                                        new Part.Reasoning(
                                                "", back(model, "phase", "\"commentary\"")),
                                        new Part.Text("I read it."),
                                        call,
                                        broken,
                                        none)),
                        new Message.Results(
                                List.of(
                                        new Message.CallResult(
                                                "call.1", "A picture.", List.of(PICTURE), false),
                                        new Message.CallResult(
                                                "call_2", "No JSON.", List.of(), true),
                                        new Message.CallResult("call_3", "", List.of(), true))),
                        Message.User.of("And?"),
                        new Message.Assistant(List.of(new Part.Text(" "))),
                        Message.User.of("Well?"),
                        new Message.Assistant(
                                List.of(
                                        new Part.Reasoning(
                                                "Of Mistral.", back(model, "thinking", "true")),
                                        new Part.Text("It is a cat."),
                                        PICTURE,
                                        new Part.Reasoning(
                                                "Cut off.",
                                                back(
                                                        model,
                                                        "item",
                                                        "{\"type\":\"reasoning\",\"id\":\"rs_2\"}")))),
                        Message.User.of("Thanks.")),
                List.of(tool("mcp:files:read"), tool("mcp_files_read"), tool("write")),
                4_096,
                new Prompt.Sampling(OptionalDouble.of(0.5), OptionalDouble.of(1)));
    }

    private static Request sent(ModelSettings settings, Prompt prompt) throws Exception {
        var answer = Reply.stream(WireFixture.recorded(settings.wire(), "text"));
        try (var provider = new FakeProvider(answer);
                Model model = WireFixture.model(at(provider.url(), settings))) {
            var _ = model.ask(prompt, new RecordingListener());
            return provider.requests().getFirst();
        }
    }

    private static ModelSettings at(String url, ModelSettings it) {
        return new ModelSettings(
                it.wire(),
                it.model(),
                url + it.baseUrl(),
                it.key(),
                it.auth(),
                it.version(),
                it.headers(),
                it.retries(),
                Route.DIRECT);
    }

    private static Request sent(String wire, Prompt prompt) throws Exception {
        return sent(WireFixture.settings(wire, ""), prompt);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void holdsAllOfAConversation(String wire) throws Exception {
        Json request = JsonText.parse(sent(wire, everything("model-x")).body());
        assertThat(JsonText.writeIndented(request) + "\n").isEqualTo(expected(wire, request));
    }

    /// `-Dgolden=update` writes what is sent now; read the difference then.
    private static String expected(String wire, Json request) throws IOException {
        Path file =
                Path.of("src/test/resources/dev/deft/agent/model/%s/request.json".formatted(wire));
        if (Objects.equals(System.getProperty("golden"), "update")) {
            Files.writeString(file, JsonText.writeIndented(request) + "\n");
        }
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    @Test
    void satisfiesTheTypesOfAnthropic() throws Exception {
        JsonMapper mapper = com.anthropic.core.ObjectMappers.jsonMapper();
        for (Prompt prompt : List.of(everything("gpt-5"), WireFixture.prompt("Go."))) {
            var body =
                    mapper.readValue(
                            sent("anthropic", prompt).body(), MessageCreateParams.Body.class);
            assertThat(body.validate().isValid()).isTrue();
            assertThat(body._additionalProperties().keySet()).containsExactly("stream");
        }
    }

    /// This judge knows the models too.
    private static ModelSettings known(String wire) {
        ModelSettings plain = WireFixture.settings(wire, "");
        return new ModelSettings(
                plain.wire(),
                "gpt-5",
                plain.baseUrl(),
                plain.key(),
                plain.auth(),
                plain.version(),
                plain.headers(),
                plain.retries(),
                Route.DIRECT);
    }

    /// Fields that other servers want in a message are not for OpenAI.
    @Test
    @SuppressWarnings("deprecation")
    void satisfiesTheTypesOfOpenAi() throws Exception {
        JsonMapper mapper = com.openai.core.ObjectMappers.jsonMapper();
        for (Prompt prompt : List.of(everything("other"), WireFixture.prompt("Go."))) {
            var body =
                    mapper.readValue(
                            sent(known("openai"), prompt).body(),
                            ChatCompletionCreateParams.Body.class);
            assertThat(body.validate().isValid()).isTrue();
            assertThat(body._additionalProperties().keySet()).containsExactly("stream");
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void satisfiesTheTypesOfTheResponsesApi() throws Exception {
        JsonMapper mapper = com.openai.core.ObjectMappers.jsonMapper();
        for (Prompt prompt : List.of(everything("gpt-5"), WireFixture.prompt("Go."))) {
            var body =
                    mapper.readValue(
                            sent(known("responses"), prompt).body(),
                            ResponseCreateParams.Body.class);
            assertThat(body.validate().isValid()).isTrue();
            assertThat(body._additionalProperties().keySet()).containsExactly("stream");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void sendsNoSamplingThatNobodySet(String wire) throws Exception {
        assertThat(JsonText.parseObject(sent(wire, WireFixture.prompt("Go.")).body()).fields())
                .containsKeys("model", "stream")
                .doesNotContainKeys("temperature", "top_p", "tools");
    }

    @Test
    void showsTheKeyInTheStyleThatWasSet() throws Exception {
        Request plain = sent("anthropic", WireFixture.prompt("Go."));
        assertThat(plain.line()).isEqualTo("POST /v1/messages HTTP/1.1");
        assertThat(plain.headers())
                .containsEntry("x-api-key", WireFixture.KEY)
                .containsEntry("anthropic-version", "2023-06-01")
                .containsEntry("content-type", "application/json")
                .doesNotContainKeys("authorization", "upgrade");
        Request bearer = sent("openai", WireFixture.prompt("Go."));
        assertThat(bearer.line()).isEqualTo("POST /chat/completions HTTP/1.1");
        assertThat(bearer.headers())
                .containsEntry("authorization", "Bearer " + WireFixture.KEY)
                .doesNotContainKeys("x-api-key", "anthropic-version");
    }

    @Test
    void obeysEverySetting() throws Exception {
        ModelSettings plain = WireFixture.settings("anthropic", "");
        Request request =
                sent(
                        new ModelSettings(
                                "anthropic",
                                "model-y",
                                "/proxy/",
                                Optional.of("other"),
                                ModelSettings.Auth.BEARER,
                                "2030-01-01",
                                Map.of("x-team", "blue", "user-agent", "mine"),
                                plain.retries(),
                                Route.DIRECT),
                        WireFixture.prompt("Go."));
        assertThat(request.line()).isEqualTo("POST /proxy/v1/messages HTTP/1.1");
        assertThat(request.headers())
                .containsEntry("authorization", "Bearer other")
                .containsEntry("anthropic-version", "2030-01-01")
                .containsEntry("x-team", "blue")
                .containsEntry("user-agent", "mine")
                .doesNotContainKey("x-api-key");
        assertThat(JsonText.parseObject(request.body()).text("model")).contains("model-y");
    }
}
