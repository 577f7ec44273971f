package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Auth;
import dev.deft.agent.model.ModelSettings.Retries;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelChoiceTest {

    @TempDir Path directory;

    private ConfigWorkspace workspace() {
        return ConfigWorkspace.in(directory);
    }

    private static ModelSettings chosen(ConfigWorkspace workspace) throws IOException {
        return chosen(workspace, Optional.empty());
    }

    private static ModelSettings chosen(ConfigWorkspace workspace, Optional<String> asked)
            throws IOException {
        return workspace.read().settings().model(workspace.environment(), asked);
    }

    @Test
    void dependsOnTheApiKeysThatAreSet() throws Exception {
        ConfigWorkspace openai = workspace().with("OPENAI_API_KEY", "o");
        assertThat(chosen(openai))
                .isEqualTo(
                        new ModelSettings(
                                "openai",
                                "gpt-5.1",
                                "https://api.openai.com/v1",
                                Optional.of("o"),
                                Auth.BEARER,
                                "",
                                Map.of(),
                                Retries.DEFAULT,
                                Route.DIRECT));
        assertThat(chosen(openai.with("ANTHROPIC_API_KEY", "a")))
                .isEqualTo(
                        new ModelSettings(
                                "anthropic",
                                "claude-sonnet-4-6",
                                "https://api.anthropic.com",
                                Optional.of("a"),
                                Auth.API_KEY,
                                "2023-06-01",
                                Map.of(),
                                Retries.DEFAULT,
                                Route.DIRECT));
    }

    @Test
    void prefersTheRequestToVariablesAndVariablesToFiles() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .own("{\"model\":\"openai/file\"}")
                        .with("OPENAI_API_KEY", "o")
                        .with("ANTHROPIC_API_KEY", "a");
        assertThat(chosen(workspace).model()).isEqualTo("file");
        ConfigWorkspace named = workspace.with("DEFT_MODEL", "openai/variable");
        assertThat(chosen(named).model()).isEqualTo("variable");
        assertThat(chosen(named, Optional.of("openai/org/asked")).model()).isEqualTo("org/asked");
    }

    @Test
    void knowsTheProviderOfWellKnownNames() throws Exception {
        ConfigWorkspace workspace =
                workspace().with("OPENAI_API_KEY", "o").with("ANTHROPIC_API_KEY", "a");
        assertThat(chosen(workspace, Optional.of("claude-x")).wire()).isEqualTo("anthropic");
        for (String name : new String[] {"gpt-9", "o3", "chatgpt-x"}) {
            assertThat(chosen(workspace, Optional.of(name)))
                    .as(name)
                    .extracting(ModelSettings::wire, ModelSettings::model)
                    .containsExactly("openai", name);
        }
        for (String name : new String[] {"opus", "mistral/x", "openai/", "/x"}) {
            assertThatThrownBy(() -> chosen(workspace, Optional.of(name)))
                    .as(name)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("write anthropic/NAME, or openai/NAME");
        }
    }

    @Test
    void reachesTheResponsesApiAsOpenAiUnlessSetOtherwise() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .with("OPENAI_API_KEY", "o")
                        .with("OPENAI_BASE_URL", "http://localhost:9/v1")
                        .user(
                                "{\"providers\":{\"openai\":{\"retries\":2,\"headers\":{\"x-a\":\"1\"}},"
                                        + "\"responses\":{\"retries\":4,\"headers\":{\"x-b\":\"2\"}}}}");
        ModelSettings chosen = chosen(workspace, Optional.of("responses/gpt-5.1"));
        assertThat(chosen.wire()).isEqualTo("responses");
        assertThat(chosen.baseUrl()).isEqualTo("http://localhost:9/v1");
        assertThat(chosen.key()).contains("o");
        assertThat(chosen.retries().max()).isEqualTo(4);
        assertThat(chosen.headers()).isEqualTo(Map.of("x-a", "1", "x-b", "2"));
        assertThat(workspace.read().settings().prices().of("responses/gpt-5.1"))
                .isEqualTo(workspace.read().settings().prices().of("openai/gpt-5.1"))
                .isPresent();
    }

    @Test
    void saysWhatToSetIfThereIsNoModel() {
        assertThatThrownBy(() -> chosen(workspace()))
                .hasMessage(
                        "no model and no API key is set: set ANTHROPIC_API_KEY or"
                                + " OPENAI_API_KEY, or name a model with --model, DEFT_MODEL or"
                                + " \"model\" in agent.json");
        assertThatThrownBy(() -> chosen(workspace(), Optional.of("claude-x")))
                .hasMessage(
                        "anthropic/claude-x needs a key: set ANTHROPIC_API_KEY in the environment");
    }

    @Test
    void needsNoKeyForAnotherBaseUrl() throws Exception {
        ConfigWorkspace workspace = workspace().with("OPENAI_BASE_URL", "http://localhost:1234/v1");
        ModelSettings chosen = chosen(workspace, Optional.of("openai/local"));
        assertThat(chosen.key()).isEmpty();
        assertThat(chosen.baseUrl()).isEqualTo("http://localhost:1234/v1");
    }

    @Test
    void usesTheConnectionSettingsOfTheUser() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .user(
                                """
                                {"providers": {"anthropic": {
                                  "base_url": "https://gateway", "auth": "bearer",
                                  "version": "2030-01-01", "retries": 0,
                                  "headers": {"X-Team": "a", "X-Gate": "t ${GATE}"}}}}
                                """)
                        .with("ANTHROPIC_API_KEY", "a")
                        .with("GATE", "open");
        assertThat(chosen(workspace))
                .isEqualTo(
                        new ModelSettings(
                                "anthropic",
                                "claude-sonnet-4-6",
                                "https://gateway",
                                Optional.of("a"),
                                Auth.BEARER,
                                "2030-01-01",
                                Map.of("X-Team", "a", "X-Gate", "t open"),
                                new Retries(
                                        0,
                                        Retries.DEFAULT.first(),
                                        Retries.DEFAULT.longest(),
                                        Retries.DEFAULT.idleTimeout()),
                                Route.DIRECT));
        assertThatThrownBy(() -> chosen(workspace().with("ANTHROPIC_API_KEY", "a")))
                .hasMessage(
                        "providers.anthropic.headers.X-Gate: the variable GATE is not set in the"
                                + " environment");
    }

    @Test
    void estimatesTheCostOfKnownModelsOnly() throws Exception {
        Prices prices =
                workspace()
                        .user("{\"prices\":{\"openai/mine\":{\"input\":2,\"output\":4}}}")
                        .read()
                        .settings()
                        .prices();
        var million = new Usage(1_000_000, 1_000_000, 1_000_000, 1_000_000);
        assertThat(prices.of("anthropic/claude-sonnet-4-5-20250929").orElseThrow().of(million))
                .isEqualTo(3 + 15 + 0.3 + 3.75);
        assertThat(prices.of("openai/mine").orElseThrow().of(million)).isEqualTo(2 + 4 + 2 + 2);
        assertThat(prices.of("openai/unheard-of")).isEmpty();
    }
}
