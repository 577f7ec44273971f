package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Proxy;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.http.FakeProvider.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both wires through a proxy, to a host that only the proxy knows.
class ProxyTest {

    private static final String CREDENTIALS = "ada:pass%word";

    @TempDir static Path directory;
    private static Identity identity;

    private final RecordingListener heard = new RecordingListener();

    @BeforeAll
    static void createIdentity() throws Exception {
        identity = Identity.create(directory, "dns:model.test");
    }

    private static Route through(int port, Optional<String> credentials) {
        return new Route(
                Optional.of(new Proxy("127.0.0.1", port, credentials)),
                Optional.of(identity.certificate()));
    }

    private static Reply text(String wire) {
        return Reply.stream(WireFixture.recorded(wire, "text"));
    }

    private Answer ask(ModelSettings settings) throws IOException, InterruptedException {
        try (Model model = WireFixture.model(settings)) {
            return model.ask(WireFixture.prompt("Go."), heard);
        }
    }

    private ModelException refusal(ModelSettings settings) {
        return catchThrowableOfType(ModelException.class, () -> ask(settings));
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void seesOnlyWhereTheTunnelGoes(String wire) throws Exception {
        try (var provider = FakeProvider.secure(identity, text(wire));
                var proxy = new FakeProxy(provider.url())) {
            Route route = through(proxy.port(), Optional.empty());
            assertThat(
                            ask(WireFixture.settings(wire, "https://model.test/x", route))
                                    .message()
                                    .text())
                    .isEqualTo("It is late.");
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("CONNECT model.test:443 HTTP/1.1\r\n")
                                    .doesNotContain(WireFixture.KEY));
            assertThat(provider.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void passesPlainRequestsOn(String wire) throws Exception {
        try (var provider = new FakeProvider(text(wire));
                var proxy = new FakeProxy(provider.url())) {
            Route route = through(proxy.port(), Optional.of(CREDENTIALS));
            assertThat(
                            ask(WireFixture.settings(wire, "http://model.test/x", route))
                                    .message()
                                    .text())
                    .isEqualTo("It is late.");
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("POST http://model.test/x/")
                                    .contains("Proxy-Authorization: Basic YWRhOnBhc3Mld29yZA=="));
        }
    }

    @Test
    void mayWantANameAndAPassword() throws Exception {
        try (var provider = new FakeProvider(text("openai"));
                var proxy = new FakeProxy(provider.url(), "407 Who are you?")) {
            for (String url : new String[] {"http://model.test/v1", "https://model.test/v1"}) {
                var unknown =
                        WireFixture.settings(
                                "openai", url, through(proxy.port(), Optional.empty()));
                assertThat(refusal(unknown))
                        .hasMessage(
                                "The proxy 127.0.0.1:%d wants a name and a password (407). Set it as http://NAME:PASSWORD@127.0.0.1:%d."
                                        .formatted(proxy.port(), proxy.port()));
                var known =
                        WireFixture.settings(
                                "openai", url, through(proxy.port(), Optional.of(CREDENTIALS)));
                assertThat(refusal(known).getMessage())
                        .contains("refused the name or the password (407)")
                        .doesNotContain("ada", "pass%word");
            }
            assertThat(heard.retries()).isEmpty();
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void mayRefuseATunnel() throws Exception {
        try (var provider = new FakeProvider(text("openai"));
                var proxy = new FakeProxy(provider.url(), "403 Not there")) {
            Route route = through(proxy.port(), Optional.of(CREDENTIALS));
            assertThat(refusal(WireFixture.settings("openai", "https://model.test/v1", route)))
                    .hasMessage(
                            ("openai/model-x could not be reached at https://model.test/v1/chat/completions"
                                            + " through the proxy 127.0.0.1:%d after 4 attempts:"
                                            + " the proxy did not let it through (Tunnel failed, got: 403)."
                                            + " Check the network, the proxy and the base URL.")
                                    .formatted(proxy.port()));
        }
    }

    @Test
    void mayNotBeThere() throws Exception {
        try (var taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Route route = through(taken.getLocalPort(), Optional.empty());
            assertThat(
                            refusal(WireFixture.settings("openai", "https://model.test/v1", route))
                                    .getMessage())
                    .contains("through the proxy 127.0.0.1:" + taken.getLocalPort())
                    .contains("the connection was refused");
        }
    }

    @Test
    void isNamedWithoutItsPassword() {
        assertThat(through(3128, Optional.of(CREDENTIALS)).toString())
                .contains("127.0.0.1:3128")
                .doesNotContain("pass%word");
    }
}
