package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Retries;
import dev.deft.agent.model.http.FakeProvider.Ending;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.host.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What both wires do when something goes wrong on the way.
class RetryTest {

    private final RecordingListener heard = new RecordingListener();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable it : open.reversed()) {
            it.close();
        }
    }

    private FakeProvider provider(Reply... replies) throws IOException {
        var provider = new FakeProvider(replies);
        open.add(provider);
        return provider;
    }

    private Answer ask(ModelSettings settings) throws IOException, InterruptedException {
        Model model = WireFixture.model(settings, pauses::add);
        open.add(model);
        return model.ask(WireFixture.prompt("Go."), heard);
    }

    private Answer ask(String wire, FakeProvider provider)
            throws IOException, InterruptedException {
        return ask(WireFixture.settings(wire, provider.url()));
    }

    private ModelException refusal(String wire, FakeProvider provider) {
        return refusal(WireFixture.settings(wire, provider.url()));
    }

    private ModelException refusal(ModelSettings settings) {
        return catchThrowableOfType(ModelException.class, () -> ask(settings));
    }

    private static Reply text(String wire) {
        return Reply.stream(WireFixture.recorded(wire, "text"));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 409, 429, 500, 502, 503, 504, 520, 529})
    void asksAgainWhereTroubleMayPass(int status) throws Exception {
        var trouble =
                Reply.status(status, "{\"error\":{\"type\":\"a_type\",\"message\":\"Not now.\"}}");
        for (String wire : List.of("anthropic", "openai", "responses")) {
            FakeProvider provider = provider(trouble, trouble, text(wire));
            assertThat(ask(wire, provider).message().text()).isEqualTo("It is late.");
            assertThat(provider.requests()).hasSize(3);
        }
        assertThat(heard.retries())
                .hasSize(6)
                .containsOnly(
                        "1 after 0 ms: " + status + ": Not now",
                        "2 after 0 ms: " + status + ": Not now");
    }

    @ParameterizedTest
    @CsvSource({
        "400, REFUSED",
        "401, DENIED",
        "402, EXHAUSTED",
        "403, DENIED",
        "404, REFUSED",
        "413, TOO_LONG",
        "422, REFUSED",
        "501, REFUSED"
    })
    void asksOnceWhereTroubleStays(int status, ModelException.Kind kind) throws Exception {
        var trouble = Reply.status(status, "{\"error\":{\"message\":\"No.\"}}");
        for (String wire : List.of("anthropic", "openai", "responses")) {
            FakeProvider provider = provider(trouble);
            assertThat(refusal(wire, provider).kind()).isEqualTo(kind);
            assertThat(provider.requests()).hasSize(1);
        }
        assertThat(heard.retries()).isEmpty();
    }

    @Test
    void saysInOneLineWhatToDoAboutAKey() throws Exception {
        var trouble =
                Reply.status(
                        401,
                        """
                        {"type":"error","error":{"type":"authentication_error",
                         "message":"invalid x-api-key: %s"}}
                        """
                                .formatted(WireFixture.KEY));
        assertThat(refusal("anthropic", provider(trouble)))
                .hasMessage(
                        "anthropic/model-x refused the key (401: invalid x-api-key: ***)."
                                + " Check ANTHROPIC_API_KEY.");
    }

    @Test
    void saysWhichVariableIsMissing() throws Exception {
        var trouble = Reply.status(401, "{\"error\":\"who are you?\"}");
        ModelSettings all = WireFixture.settings("openai", provider(trouble).url());
        assertThat(refusal(withKey(all, Optional.empty())))
                .hasMessage("openai/model-x wants a key (401: who are you?). Set OPENAI_API_KEY.");
    }

    private static ModelSettings withKey(ModelSettings all, Optional<String> key) {
        return new ModelSettings(
                all.wire(),
                all.model(),
                all.baseUrl(),
                key,
                all.auth(),
                "",
                Map.of(),
                all.retries(),
                all.route());
    }

    @Test
    void saysNothingOfAKeyThatCannotBeSent() {
        ModelSettings all = WireFixture.settings("openai", "http://127.0.0.1:1");
        assertThat(refusal(withKey(all, Optional.of("secret\nnewline"))))
                .hasMessage(
                        "The key of openai/model-x holds characters that no header may hold."
                                + " Set OPENAI_API_KEY again.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8080", "ftp://x", "", "http://", "http://a b"})
    void saysThatABaseUrlIsNone(String url) {
        assertThat(refusal(WireFixture.settings("openai", url)).getMessage())
                .startsWith("The base URL of openai/model-x is not an http or https address");
    }

    @Test
    void findsAPageForBrowsersSuspicious() throws Exception {
        var page = new Reply(200, Map.of("Content-Type", "text/html"), Bytes.EMPTY, Ending.WHOLE);
        assertThat(refusal("openai", provider(page)).getMessage())
                .startsWith("openai/model-x answered with text/html and not with a stream at")
                .endsWith("/chat/completions. Check the base URL.");
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, 'prompt is too long: 210000 tokens > 200000 maximum'",
        "openai, 'This model''s maximum context length is 8192 tokens.'"
    })
    void knowsAConversationThatIsTooLong(String wire, String message) throws Exception {
        var trouble =
                Reply.status(
                        400,
                        """
                        {"error":{"type":"invalid_request_error","message":"%s"}}
                        """
                                .formatted(message));
        assertThat(refusal(wire, provider(trouble)).kind()).isEqualTo(ModelException.Kind.TOO_LONG);
    }

    @Test
    void doesNotWaitForAnEmptyAccount() throws Exception {
        var trouble =
                Reply.status(
                        429,
                        """
                        {"error":{"code":"insufficient_quota","message":"You exceeded your quota."}}
                        """);
        assertThat(refusal("openai", provider(trouble)))
                .hasMessage(
                        "openai/model-x did not take the request (429: You exceeded your quota).");
    }

    @ParameterizedTest
    @CsvSource({
        "Retry-After, 7, 7000",
        "Retry-After, 0.25, 250",
        "retry-after-ms, 1500, 1500",
        "Retry-After, 'Fri, 02 Jan 2026 03:04:35 GMT', 30000",
        "Retry-After, 'Fri, 02 Jan 2026 03:00:00 GMT', 0",
        "Retry-After, soon, 0",
        "Retry-After, -1, 0"
    })
    void waitsAsLongAsItIsAskedTo(String header, String value, long millis) throws Exception {
        Reply trouble = Reply.status(429, "").header(header, value);
        var _ = ask("anthropic", provider(trouble, text("anthropic")));
        assertThat(pauses).containsExactly(Duration.ofMillis(millis));
        assertThat(heard.retries()).containsExactly("1 after %d ms: 429".formatted(millis));
    }

    @Test
    void doesNotWaitForHours() throws Exception {
        Reply trouble = Reply.status(429, "slow down").header("Retry-After", "10800");
        assertThat(refusal("anthropic", provider(trouble)))
                .hasMessage(
                        "anthropic/model-x asks to be left alone for 3 hours (429: slow down)."
                                + " Try again then.");
        assertThat(pauses).isEmpty();
    }

    @Test
    void doesNotAskAgainWhereTheProviderSaysNotTo() throws Exception {
        Reply trouble = Reply.status(500, "broken").header("x-should-retry", "false");
        FakeProvider provider = provider(trouble);
        assertThat(refusal("anthropic", provider).kind()).isEqualTo(ModelException.Kind.EXHAUSTED);
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void givesUpInTheEnd() throws Exception {
        FakeProvider provider = provider(Reply.status(529, "<html>\n"));
        assertThat(refusal("anthropic", provider))
                .hasMessage(
                        "anthropic/model-x gave no answer after 9 attempts (529). Try again"
                                + " later.");
        assertThat(provider.requests()).hasSize(9);
    }

    @Test
    void soonStopsCallingAStranger() throws Exception {
        // Taken, so that it is nobody else's, but nobody listens there.
        try (var taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://127.0.0.1:%d/v1/".formatted(taken.getLocalPort());
            assertThat(refusal(WireFixture.settings("openai", url)))
                    .hasMessage(
                            "openai/model-x could not be reached at %schat/completions"
                                            .formatted(url)
                                    + " after 4 attempts: the connection was refused."
                                    + " Check the network and the base URL.");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic,"
                + " '{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}'",
        "openai, '{\"error\":{\"code\":502,\"message\":\"Overloaded\"}}'"
    })
    void asksAgainWhenAStreamEndsWithAnObjectionThatMayPass(String wire, String error)
            throws Exception {
        String whole = WireFixture.recorded(wire, "text");
        String begun = whole.substring(0, whole.indexOf("\n\n", whole.indexOf("late.")) + 2);
        FakeProvider provider =
                provider(Reply.stream(begun + "data: " + error + "\n\n"), Reply.stream(whole));
        assertThat(ask(wire, provider).message().text()).isEqualTo("It is late.");
        assertThat(heard.text()).isEqualTo("It is late.");
        assertThat(heard.retries()).containsExactly("1 after 0 ms: Overloaded");
    }

    @Test
    void believesAnObjectionInAStreamThatStays() throws Exception {
        String error = "{\"error\":{\"code\":\"invalid_api_key\",\"message\":\"No.\"}}";
        assertThat(refusal("openai", provider(Reply.stream("data: " + error + "\n\n"))).kind())
                .isEqualTo(ModelException.Kind.DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai", "responses"})
    void takesAnEventThatIsNoJsonForABrokenStream(String wire) throws Exception {
        var broken = Reply.stream("data: {\"type\":\"mess\n\ndata: 7\n\n");
        assertThat(ask(wire, provider(broken, text(wire))).message().text())
                .isEqualTo("It is late.");
        assertThat(heard.retries()).containsExactly("1 after 0 ms: the answer could not be read");
    }

    @Test
    void takesSilenceForABrokenConnection() throws Exception {
        for (Ending ending : List.of(Ending.SILENCE, Ending.NOTHING)) {
            FakeProvider provider =
                    provider(Reply.stream(": hello\n\n").ending(ending), text("openai"));
            ModelSettings all = WireFixture.settings("openai", provider.url());
            var retries = new Retries(8, Duration.ZERO, Duration.ZERO, Duration.ofMillis(200));
            var settings =
                    new ModelSettings(
                            all.wire(),
                            all.model(),
                            all.baseUrl(),
                            all.key(),
                            all.auth(),
                            "",
                            Map.of(),
                            retries,
                            all.route());
            assertThat(ask(settings).message().text()).isEqualTo("It is late.");
            provider.awaitGone();
        }
        assertThat(heard.retries())
                .isNotEmpty()
                .allMatch(it -> it.contains("nothing came for 1 s"));
    }

    @Test
    void refusesAnEventWithoutEnd() throws Exception {
        var endless = Reply.stream("data: " + "x".repeat(EventParser.MAX_EVENT_BYTES + 1));
        assertThat(refusal("openai", provider(endless)))
                .hasMessage(
                        "openai/model-x did not take the request"
                                + " (it sent an event of more than 16 MiB).");
    }
}
