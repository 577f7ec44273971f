package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.RecordingListener;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.agent.model.listing.ProviderList;
import dev.deft.agent.model.listing.ProviderLists;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// The wires against a server that others wrote.
@ParameterizedClass
@ValueSource(strings = {"anthropic", "openai", "responses"})
class AimockTest {

    private static Aimock aimock;

    private final String wire;

    private final RecordingListener heard = new RecordingListener();
    private final List<Duration> pauses = new ArrayList<>();

    AimockTest(String wire) {
        this.wire = wire;
    }

    @BeforeAll
    static void start() throws Exception {
        aimock = new Aimock("aimock.json");
    }

    @AfterAll
    static void end() throws Exception {
        aimock.end();
    }

    private Model model() {
        ModelSettings plain =
                WireFixture.settings(
                        wire, wire.equals("anthropic") ? aimock.url() : aimock.url() + "/v1");
        // The server counts how often it was asked what, for each of these apart.
        var headers = Map.of("X-Test-Id", wire);
        return WireFixture.model(
                new ModelSettings(
                        plain.wire(),
                        plain.model(),
                        plain.baseUrl(),
                        plain.key(),
                        plain.auth(),
                        plain.version(),
                        headers,
                        plain.retries(),
                        Route.DIRECT),
                pauses::add);
    }

    private Answer ask(Message... messages) throws Exception {
        Json.Obj schema = JsonText.parseObject("{\"type\":\"object\",\"properties\":{}}");
        List<Json.Obj> tools =
                List.of(
                        Json.Obj.EMPTY
                                .with("name", "weather")
                                .with("description", "Tells the weather.")
                                .with("parameters", schema),
                        Json.Obj.EMPTY
                                .with("name", "clock")
                                .with("description", "Tells the time.")
                                .with("parameters", schema));
        try (Model model = model()) {
            return model.ask(
                    new Prompt(
                            List.of("Be brief."),
                            List.of(messages),
                            tools,
                            1_000,
                            Prompt.Sampling.UNSET),
                    heard);
        }
    }

    @Test
    void streamsWordsAndThoughts() throws Exception {
        Answer answer = ask(Message.User.of("greet me"));
        assertThat(answer.message().text()).isEqualTo("Good morning to you, and a fine day it is.");
        assertThat(answer.stop()).isEqualTo(Answer.Stop.DONE);
        assertThat(answer.usage()).isEqualTo(new Usage(11, 7, 0, 0));
        assertThat(heard.text()).isEqualTo(answer.message().text());
        assertThat(heard.reasoning()).isEqualTo("A greeting wants a greeting.");
    }

    @Test
    void callsSideBySideAndGivesTheResultsBack() throws Exception {
        Answer first = ask(Message.User.of("both, please"));
        assertThat(first.stop()).isEqualTo(Answer.Stop.CALLS);
        assertThat(first.message().parts())
                .filteredOn(it -> !(it instanceof Part.Reasoning))
                .containsExactly(
                        new Part.Text("Two calls."),
                        new Part.Call("call_1", "weather", "{\"city\":\"Zürich\"}"),
                        new Part.Call("call_2", "clock", "{}"));
        Answer second =
                ask(
                        Message.User.of("both, please"),
                        first.message(),
                        new Message.Results(
                                List.of(
                                        new Message.CallResult("call_1", "rain", List.of(), false),
                                        new Message.CallResult(
                                                "call_2", "noon", List.of(), false))));
        assertThat(second.message().text()).isEqualTo("Rain, at noon.");
    }

    @Test
    void waitsWhileTheServerIsBusy() throws Exception {
        assertThat(ask(Message.User.of("busy?")).message().text()).isEqualTo("Now I have time.");
        assertThat(heard.retries()).hasSize(2);
        assertThat(heard.retries().getFirst()).isEqualTo("1 after 1000 ms: 429: Slow down");
        assertThat(heard.retries().getLast()).endsWith(": 529: Overloaded");
        assertThat(pauses).hasSize(2).startsWith(Duration.ofSeconds(1));
    }

    @Test
    void asksAgainForAStreamThatWasCut() throws Exception {
        Answer answer = ask(Message.User.of("cut it"));
        assertThat(heard.retries()).containsExactly("1 after 0 ms: the connection broke");
        assertThat(answer.message().text())
                .isEqualTo("A long answer that does not come through at first, but then it does.");
        assertThat(heard.text()).isEqualTo(answer.message().text());
        assertThat(answer.message().calls())
                .containsExactly(new Part.Call("call_1", "clock", "{}"));
        assertThat(heard.calls()).containsExactly("clock");
    }

    @Test
    void doesNotArgueAboutAKey() {
        var refusal =
                catchThrowableOfType(
                        ModelException.class, () -> ask(Message.User.of("I am a stranger")));
        assertThat(refusal.kind()).isEqualTo(ModelException.Kind.DENIED);
        assertThat(refusal.getMessage())
                .startsWith(wire + "/model-x refused the key (401: invalid key).");
    }

    @Test
    void listsModels() throws Exception {
        ProviderList list =
                new ProviderLists(Duration.ofSeconds(20))
                        .ask(
                                List.of(
                                        WireFixture.settings(
                                                wire,
                                                wire.equals("anthropic")
                                                        ? aimock.url()
                                                        : aimock.url() + "/v1")))
                        .getFirst();
        assertThat(list).isInstanceOf(ProviderList.Listed.class);
        assertThat(((ProviderList.Listed) list).models()).isNotEmpty();
        assertThat(((ProviderList.Listed) list).unusable()).isZero();
    }

    @Test
    void listsModelsAsOpenRouterDoes() throws Exception {
        ProviderList list =
                new ProviderLists(Duration.ofSeconds(20))
                        .ask(List.of(WireFixture.settings("openai", aimock.url() + "/api/v1")))
                        .getFirst();
        assertThat(((ProviderList.Listed) list).models())
                .isNotEmpty()
                .allMatch(it -> it.context().isPresent(), "has a window");
    }
}
