package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Proxy;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.openai.OpenAiWire;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes into the head of a request, and what cannot.
class HttpRequestsTest {

    private static final Route PROXY =
            new Route(
                    Optional.of(new Proxy("127.0.0.1", 3128, Optional.of("ada:pass"))),
                    Optional.empty());

    private static OutgoingRequest request(String url, Map<String, String> headers, Route route)
            throws ModelException {
        ModelSettings it = WireFixture.settings("openai", url, route);
        var settings =
                new ModelSettings(
                        it.wire(),
                        it.model(),
                        it.baseUrl(),
                        it.key(),
                        it.auth(),
                        it.version(),
                        headers,
                        it.retries(),
                        it.route());
        return HttpRequests.of(
                settings,
                new OpenAiWire(settings, () -> "id"),
                new ErrorMessages(settings, "OPENAI_API_KEY"),
                new RequestBody(List.of("{}".getBytes(StandardCharsets.UTF_8))));
    }

    private static String head(OutgoingRequest request, boolean proxied) {
        return new String(request.head(proxied), StandardCharsets.ISO_8859_1);
    }

    @Test
    void haveTheHeadersOfTheUser() throws Exception {
        OutgoingRequest request =
                request("http://[::1]:8080/v1", Map.of("USER-AGENT", "mine", "X-A", "b"), PROXY);
        assertThat(head(request, false))
                .isEqualTo(
                        """
                        POST /v1/chat/completions HTTP/1.1
                        Host: [::1]:8080
                        Accept: text/event-stream
                        Authorization: Bearer %s
                        Content-Type: application/json
                        User-Agent: mine
                        X-A: b
                        Content-Length: 2

                        """
                                .formatted(WireFixture.KEY)
                                .replace("\n", "\r\n"));
    }

    @Test
    void tellOnlyAProxyWhoAsks() throws Exception {
        OutgoingRequest known = request("http://model.test/é", Map.of(), PROXY);
        assertThat(head(known, true))
                .startsWith("POST http://model.test/%C3%A9/chat/completions HTTP/1.1\r\n")
                .contains("\r\nProxy-Authorization: Basic YWRhOnBhc3M=\r\n");
        assertThat(head(known, false)).doesNotContain("Proxy-");
        OutgoingRequest own =
                request(
                        "http://model.test",
                        Map.of("proxy-authorization", "Bearer x"),
                        Route.DIRECT);
        assertThat(head(own, true)).contains("\r\nProxy-Authorization: Bearer x\r\n");
        assertThat(head(own, false)).doesNotContainIgnoringCase("proxy-");
    }

    @ParameterizedTest
    @CsvSource({
        "X-A, 'b\r\nX-Evil: c'",
        "X-A, 'b\nc'",
        "X-A, 'b\rc'",
        "X-A, 'b\0c'",
        "X-A, 'b\u2028c'",
        "'X-A: b\r\nX-Evil', secret",
        "'X A', secret",
        "'', secret"
    })
    void letNothingInThatIsNoHeader(String name, String value) {
        ModelException refusal =
                catchThrowableOfType(
                        ModelException.class,
                        () -> request("http://model.test", Map.of(name, value), Route.DIRECT));
        assertThat(refusal.kind()).isEqualTo(ModelException.Kind.REFUSED);
        assertThat(refusal.getMessage()).startsWith("The header ").doesNotContain(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection",
                "content-length",
                "Expect",
                "HOST",
                "Transfer-Encoding",
                "TE",
                "Trailer",
                "Upgrade"
            })
    void leaveTheConnectionToTheClient(String name) {
        assertThat(
                        catchThrowableOfType(
                                ModelException.class,
                                () -> request("http://model.test", Map.of(name, "1"), PROXY)))
                .hasMessage(
                        "The header %s of openai/model-x cannot be sent: its name or its value is not allowed there."
                                .formatted(name));
    }
}
