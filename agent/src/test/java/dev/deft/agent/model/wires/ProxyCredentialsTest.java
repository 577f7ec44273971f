package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.http.FakeProvider;
import dev.deft.agent.model.http.FakeProvider.Reply;
import dev.deft.agent.model.http.FakeProxy;
import dev.deft.agent.model.http.Identity;
import dev.deft.agent.model.http.WireFixture;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In a process of its own: what is sent to proxies is settled when the first request of a process
/// is made.
class ProxyCredentialsTest {

    @TempDir Path directory;

    @Test
    void goToTheProxyAloneAlsoForATunnel() throws Exception {
        Identity identity = Identity.create(directory, "dns:model.test");
        Reply answer = Reply.stream(WireFixture.recorded("openai", "text"));
        try (var provider = FakeProvider.secure(identity, answer);
                var proxy = new FakeProxy(provider.url())) {
            String said =
                    AskingChild.ask(
                            directory,
                            Map.of(
                                    "OPENAI_API_KEY",
                                    WireFixture.KEY,
                                    "OPENAI_BASE_URL",
                                    "https://model.test/v1",
                                    "HTTPS_PROXY",
                                    "http://ada:p%40ss@127.0.0.1:" + proxy.port(),
                                    "DEFT_CA_FILE",
                                    identity.certificate().toString()));
            assertThat(said).isEqualTo("It is late.");
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("CONNECT model.test:443 ")
                                    .contains("Proxy-Authorization: Basic YWRhOnBAc3M=\r\n")
                                    .doesNotContain(WireFixture.KEY));
            assertThat(provider.requests())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it.headers())
                                    .containsEntry("Authorization", "Bearer " + WireFixture.KEY)
                                    .doesNotContainKey("Proxy-Authorization"));
        }
    }

    @Test
    void areNotNeededForTheProxyOfJavasProperties() throws Exception {
        Reply answer = Reply.stream(WireFixture.recorded("openai", "text"));
        try (var provider = new FakeProvider(answer);
                var proxy = new FakeProxy(provider.url())) {
            String said =
                    AskingChild.ask(
                            directory,
                            Map.of(
                                    "JAVA_TOOL_OPTIONS",
                                    "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=" + proxy.port(),
                                    "OPENAI_API_KEY",
                                    WireFixture.KEY,
                                    "OPENAI_BASE_URL",
                                    "http://model.test/v1"));
            assertThat(said).endsWith("It is late.");
            assertThat(proxy.heads())
                    .singleElement()
                    .satisfies(it ->
                            assertThat(it)
                                    .startsWith("POST http://model.test/v1/chat/completions ")
                                    .doesNotContain("Proxy-Authorization"));
        }
    }
}
