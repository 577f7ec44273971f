package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.ModelSettings.Proxy;
import dev.deft.agent.model.ModelSettings.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

    private static final String PROXY = "http://proxy.example:3128";

    @TempDir Path directory;

    private ConfigWorkspace towards(String url) {
        return ConfigWorkspace.in(directory)
                .with("DEFT_MODEL", "openai/m")
                .with("OPENAI_BASE_URL", url);
    }

    private static Route route(ConfigWorkspace workspace) throws IOException {
        return workspace.read().settings().model(workspace.environment(), Optional.empty()).route();
    }

    private static String proxy(ConfigWorkspace workspace) throws IOException {
        return route(workspace).proxy().map(Proxy::toString).orElse("none");
    }

    @Test
    void dependOnTheSchemeOfTheBaseUrl() throws Exception {
        ConfigWorkspace secure =
                towards("https://model.example/v1")
                        .with("HTTPS_PROXY", PROXY)
                        .with("HTTP_PROXY", "http://other.example");
        assertThat(proxy(secure)).isEqualTo("proxy.example:3128");
        assertThat(proxy(secure.with("OPENAI_BASE_URL", "http://model.example/v1")))
                .isEqualTo("other.example:80");
        assertThat(proxy(towards("https://model.example/v1").with("HTTP_PROXY", PROXY)))
                .isEqualTo("none");
    }

    @Test
    void preferLowerCaseVariables() throws Exception {
        ConfigWorkspace both =
                towards("https://model.example/v1")
                        .with("HTTPS_PROXY", PROXY)
                        .with("https_proxy", "small.example:8080");
        assertThat(proxy(both)).isEqualTo("small.example:8080");
        assertThat(proxy(both.with("https_proxy", " "))).isEqualTo("proxy.example:3128");
    }

    @Test
    void haveCredentials() throws Exception {
        ConfigWorkspace workspace =
                towards("https://model.example/v1")
                        .with("HTTPS_PROXY", "http://ada:p%40ss+w%C3%B6rd@[::1]:3128/");
        assertThat(route(workspace).proxy())
                .contains(new Proxy("[::1]", 3128, Optional.of("ada:p@ss+wörd")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:1234/v1",
                "http://LOCALHOST/v1",
                "https://lm.localhost/v1",
                "http://127.0.0.1:1234/v1",
                "http://127.8.9.10/v1",
                "http://[::1]:1234/v1"
            })
    void areNotUsedForThisMachine(String url) throws Exception {
        assertThat(proxy(towards(url).with("HTTP_PROXY", PROXY).with("HTTPS_PROXY", PROXY)))
                .isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({
        "*, true",
        "model.example, true",
        "MODEL.example, true",
        "example, true",
        ".example, true",
        "*.example, true",
        "'a.b, model.example', true",
        "a.b model.example, true",
        "model.example:443, true",
        "model.example:8443, false",
        "odel.example, false",
        "api.model.example, false",
        "10.0.0.0/8, false",
        "',', false"
    })
    void areNotUsedForExceptedNames(String list, boolean excepted) throws Exception {
        ConfigWorkspace workspace = towards("https://model.example/v1").with("HTTPS_PROXY", PROXY);
        assertThat(proxy(workspace.with("NO_PROXY", list)).equals("none")).isEqualTo(excepted);
        assertThat(proxy(workspace.with("no_proxy", list)).equals("none")).isEqualTo(excepted);
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.3:443, true",
        "10.1.2.3, 10.1.2.3:80, false",
        "10.1.2.3, 10.0.0.0/8, true",
        "10.1.2.3, 10.1.2.0/31, false",
        "10.1.2.3, 10.1.2.0/33, false",
        "10.1.2.3, 10.1.2.0/x, false",
        "10.1.2.3, 1.2.3, false",
        "[fd00::1], fd00::1, true",
        "[fd00::1], [fd00::1], true",
        "[fd00::1], [fd00::1]:443, true",
        "[fd00::1], [fd00::1]:80, false",
        "[fd00::1], fd00::/8, true",
        "[fd00::1], 10.0.0.0/8, false"
    })
    void areNotUsedForExceptedAddresses(String host, String list, boolean excepted)
            throws Exception {
        ConfigWorkspace workspace = towards("https://" + host + "/v1").with("HTTPS_PROXY", PROXY);
        assertThat(proxy(workspace.with("NO_PROXY", list)).equals("none")).isEqualTo(excepted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "socks5://ada:pass-word-1@proxy.example:1080",
                "https://ada:pass-word-1@proxy.example",
                "http://ada:pass-word-1@",
                "http://ada:pass-word-1@a b"
            })
    void areNotShownInErrorMessages(String value) {
        assertThatThrownBy(() -> proxy(towards("https://model.example").with("HTTPS_PROXY", value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("HTTPS_PROXY must be the URL of an HTTP proxy")
                .hasMessageNotContaining("pass-word-1");
    }

    @Test
    void areNotValidatedIfTheyAreNotUsed() throws Exception {
        assertThat(proxy(towards("http://localhost:1/v1").with("HTTP_PROXY", "socks5://x")))
                .isEqualTo("none");
    }

    @Test
    void canBeSetPerProvider() throws Exception {
        String file = "{\"providers\":{\"openai\":{\"proxy\":\"%s\"}}}";
        ConfigWorkspace here =
                towards("http://localhost:1234/v1").with("CORP", "http://ada:p%40ss@proxy.example");
        assertThat(proxy(here.user(file.formatted(PROXY)))).isEqualTo("proxy.example:3128");
        assertThat(route(here.user(file.formatted("${CORP}"))).proxy())
                .contains(new Proxy("proxy.example", 80, Optional.of("ada:p@ss")));
        ConfigWorkspace there = towards("https://model.example/v1").with("HTTPS_PROXY", PROXY);
        assertThat(proxy(there.user(file.formatted("none")))).isEqualTo("none");
    }

    @Test
    void canHaveNoPasswordInAFile() throws Exception {
        ConfigWorkspace workspace =
                towards("http://localhost:1/v1")
                        .user("{\"providers\":{\"openai\":{\"proxy\":\"http://a:b@c\"}}}");
        assertThatThrownBy(() -> proxy(workspace))
                .hasMessageContaining(
                        "providers.openai.proxy looks like a secret; put it into an environment variable and write ${NAME} here");
    }

    @Test
    void cannotBeSetByAnUntrustedWorkspace() throws Exception {
        ConfigWorkspace workspace =
                towards("https://model.example/v1")
                        .own(
                                "{\"providers\":{\"openai\":{\"proxy\":\"http://evil.example\"}},\"ca_file\":\"/evil.pem\"}");
        assertThat(route(workspace)).isEqualTo(Route.DIRECT);
        assertThat(workspace.read().warnings()).hasSize(2);
    }

    @Test
    void canBeCombinedWithACertificateFile() throws Exception {
        ConfigWorkspace workspace = towards("https://model.example/v1").with("HOME", "/home/ada");
        assertThat(route(workspace.with("DEFT_CA_FILE", "~/ca.pem")).authorities())
                .contains(Path.of("/home/ada/ca.pem"));
        assertThat(route(workspace.user("{\"ca_file\":\"/etc/ca.pem\"}")).authorities())
                .contains(Path.of("/etc/ca.pem"));
        assertThatThrownBy(() -> route(workspace.with("DEFT_CA_FILE", "ca.pem")))
                .hasMessageContaining("DEFT_CA_FILE")
                .hasMessageContaining("begins with / or ~/");
    }
}
