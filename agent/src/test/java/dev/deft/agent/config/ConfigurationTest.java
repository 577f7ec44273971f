package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.Settings.Context;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {

    @TempDir Path directory;

    private ConfigWorkspace workspace() {
        return ConfigWorkspace.in(directory);
    }

    private static Optional<String> from(Configuration read, String... key) {
        return Optional.ofNullable(read.values().all().get(List.of(key))).map(Setting::from);
    }

    @Test
    void hasDefaults() throws Exception {
        Settings settings = workspace().read().settings();
        assertThat(settings.model()).isEmpty();
        assertThat(settings.maxTokens()).isEmpty();
        assertThat(settings.maxSteps()).isEqualTo(50);
        assertThat(settings.context())
                .isEqualTo(
                        new Context(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()));
        assertThat(settings.sampling().temperature()).isEmpty();
        assertThat(settings.instructions()).containsExactly("AGENTS.md", "CLAUDE.md");
        assertThat(settings.mcp()).isEmpty();
        assertThat(settings.tools()).isEmpty();
    }

    @Test
    void prefersTheEnvironmentToTheWorkspaceToTheUser() throws Exception {
        Configuration read =
                workspace()
                        .user("{\"model\":\"u\",\n\"max_tokens\":1,\"max_steps\":7}")
                        .own("{\"model\":\"w\",\"max_tokens\":2}")
                        .with("DEFT_MAX_TOKENS", "3")
                        .read();
        assertThat(read.settings().model()).contains("w");
        assertThat(read.settings().maxTokens()).hasValue(3);
        assertThat(read.settings().maxSteps()).isEqualTo(7);
        assertThat(from(read, "model")).contains(".deft/agent.json:1");
        assertThat(from(read, "max_tokens")).contains("DEFT_MAX_TOKENS");
        assertThat(from(read, "max_steps"))
                .contains(directory.resolve("home/config/agent.json") + ":2");
        assertThat(from(read, "instructions")).contains("default");
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void readsEveryVariable() throws Exception {
        Settings settings =
                workspace()
                        .with("DEFT_MODEL", "openai/x")
                        .with("DEFT_MAX_TOKENS", " 11 ")
                        .with("DEFT_CONTEXT_TOKENS", "12")
                        .with("DEFT_CONTEXT_CHARS", "13")
                        .with("DEFT_CONTEXT_TURNS", "14")
                        .with("DEFT_SYSTEM_PROMPT", "be brief")
                        .with("ANTHROPIC_BASE_URL", "http://a")
                        .with("OPENAI_BASE_URL", "http://o/v1")
                        .with("AEGIS_MODEL", "of another dialect")
                        .read()
                        .settings();
        assertThat(settings.model()).contains("openai/x");
        assertThat(settings.maxTokens()).hasValue(11);
        assertThat(settings.context())
                .isEqualTo(new Context(OptionalInt.of(12), OptionalInt.of(13), OptionalInt.of(14)));
        assertThat(settings.systemPrompt()).contains("be brief");
        assertThat(settings.providers().values())
                .extracting(WireSettings::baseUrl)
                .containsExactly("http://a", "http://o/v1", "http://o/v1");
    }

    @Test
    void rejectsASecretInAVariableThatIsShown() throws Exception {
        for (String[] wrong :
                new String[][] {
                    {"DEFT_MODEL", "sk-ant-0123456789abcdef"},
                    {"OPENAI_BASE_URL", "https://me:hidden@gateway.example/v1"},
                }) {
            ConfigWorkspace workspace = workspace().with(wrong[0], wrong[1]);
            assertThatThrownBy(workspace::read)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageStartingWith(wrong[0] + " looks like a secret")
                    .hasMessageNotContainingAny(wrong[1], "hidden");
        }
    }

    @Test
    void readsTheFileNamesAndDefaultsOfTheAegisDialectUnderIt() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .own("{\"system_prompt\":\"ours\",\"max_tokens\":1}")
                        .write("root/.aegis/agent.json", "{\"system_prompt\":\"theirs\"}")
                        .with("DEFT_CONTEXT_TURNS", "5")
                        .with("AEGIS_CONTEXT_TURNS", "6");
        Settings aegis = workspace.read("aegis").settings();
        assertThat(aegis.systemPrompt()).contains("theirs");
        assertThat(aegis.maxTokens()).hasValue(1);
        assertThat(aegis.maxSteps()).isEqualTo(20);
        assertThat(aegis.context())
                .isEqualTo(
                        new Context(
                                OptionalInt.empty(), OptionalInt.of(24_000), OptionalInt.of(6)));
        assertThat(workspace.read().settings().systemPrompt()).contains("ours");
    }

    @Test
    void readsTheYamlFileOfThePegasusDialectUnderIt() throws Exception {
        ConfigWorkspace workspace =
                workspace()
                        .write(
                                "home/config/config.yml",
                                "tools:\n  timeout: 1\n  maxConcurrent: 2\n")
                        .write(
                                "root/config.yml",
                                """
                                tools:
                                  timeout: 5000
                                  allowedPaths:
                                    - "./data"
                                  webSearch:
                                    provider: "tavily"
                                    apiKey: "${WEB_SEARCH_API_KEY}"
                                """);
        Configuration read = workspace.read("pegasus");
        assertThat(read.settings().tools())
                .contains(new Settings.ToolSettings(5000, 2, Optional.of(List.of("./data"))));
        assertThat(read.settings().search())
                .isEqualTo(
                        new SearchSettings(
                                Optional.of("tavily"),
                                Map.of(
                                        "tavily",
                                        new SearchSettings.Service(
                                                Optional.empty(),
                                                Optional.of("WEB_SEARCH_API_KEY"),
                                                Optional.empty())),
                                10,
                                25,
                                15_000));
        assertThat(read.warnings()).isEmpty();
        assertThat(from(read, "tools", "timeout")).contains("config.yml:2");
        assertThat(workspace.read().settings().tools()).isEmpty();
    }

    @Test
    void reportsTheLocationOfASyntaxError() throws Exception {
        ConfigWorkspace workspace = workspace().own("{\n  \"model\": \"x\",\n  oops\n}");
        assertThatThrownBy(workspace::read)
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(".deft/agent.json, line 3, column ");
        workspace.write("root/config.yml", "a: [1\nb: 2");
        workspace.own("{}");
        assertThatThrownBy(() -> workspace.read("pegasus"))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("config.yml, line 2, column ");
    }

    @Test
    void rejectsAFileThatIsNoObjectNoTextOrTooLarge() throws Exception {
        assertThatThrownBy(workspace().own("[]")::read)
                .hasMessage(".deft/agent.json, line 1, column 1: must be an object, not an array");
        Path file = directory.resolve("root/.deft/agent.json");
        Files.write(file, new byte[] {'"', (byte) 0xff, '"'});
        assertThatThrownBy(workspace()::read).hasMessage(".deft/agent.json is not UTF-8 text");
        Files.writeString(file, " ".repeat(ConfigFile.MAX_BYTES + 1));
        assertThatThrownBy(workspace()::read)
                .hasMessage(".deft/agent.json is larger than 1048576 bytes");
        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(workspace()::read).hasMessage(".deft/agent.json is not a file");
    }

    @Test
    void warnsAboutAnUnknownKey() throws Exception {
        Configuration read =
                workspace().own("{\n  \"max_tokns\": \"much\",\n  \"max_steps\": 3\n}").read();
        assertThat(read.warnings())
                .containsExactly(
                        ".deft/agent.json, line 2, column 3: there is no key \"max_tokns\";"
                                + " did you mean max_tokens? It is ignored");
        assertThat(read.settings().maxSteps()).isEqualTo(3);
        assertThat(read.values().json().find("max_tokns")).isEmpty();
        Configuration deeper =
                workspace()
                        .own("{}")
                        .user(
                                """
                                {"providers": {"openai": {"zz": 1}},
                                 "mcp": {"a": {"command": "x", "zz": 1}}}
                                """)
                        .read();
        assertThat(deeper.warnings()).hasSize(2);
        assertThat(deeper.values().json().toString()).doesNotContain("zz");
    }

    @Test
    void rejectsAnUnknownKeyInAPolicy() throws Exception {
        assertThatThrownBy(workspace().own("{\"policy\": {\"ruels\": []}}")::read)
                .hasMessage(
                        ".deft/agent.json, line 1, column 13: there is no key \"policy.ruels\"; did"
                                + " you mean rules?");
        assertThatThrownBy(workspace().own("{\"policy\": {\"watchdog\": \"of\"}}")::read)
                .hasMessageContaining("policy: watchdog: expected default, off or");
    }

    @Test
    void namesAVariableWithAnInvalidValueButNotTheValue() {
        for (String name :
                List.of(
                        "DEFT_MAX_TOKENS",
                        "DEFT_CONTEXT_TOKENS",
                        "DEFT_CONTEXT_CHARS",
                        "DEFT_CONTEXT_TURNS",
                        "OPENAI_BASE_URL",
                        "ANTHROPIC_BASE_URL")) {
            for (String value : List.of("much", "-1", "0", "1.5", "99999999999999")) {
                assertThatThrownBy(workspace().with(name, value)::read)
                        .isInstanceOf(ConfigException.class)
                        .hasMessageStartingWith(name + " must be ");
            }
        }
    }

    @Test
    void treatsABlankVariableAsNotSet() throws Exception {
        assertThat(workspace().with("DEFT_MAX_TOKENS", " ").read().settings().maxTokens())
                .isEmpty();
    }

    @Test
    void readsServersOfBothKinds() throws Exception {
        Settings settings =
                workspace()
                        .user(
                                """
                                {"mcp": {
                                  "files": {"command": "npx", "args": ["-y", "x"], "env": {"A": "b"}},
                                  "far-away": {"url": "https://h/mcp",
                                    "headers": {"Authorization": "Bearer ${T}"},
                                    "oauth": {"scope": "s"}}}}
                                """)
                        .read()
                        .settings();
        assertThat(settings.mcp())
                .containsExactly(
                        new McpServer.Program(
                                "files",
                                "npx",
                                List.of("-y", "x"),
                                java.util.Map.of("A", "b"),
                                Optional.empty(),
                                OptionalInt.empty()),
                        new McpServer.Remote(
                                "far-away",
                                "https://h/mcp",
                                java.util.Map.of("Authorization", "Bearer ${T}"),
                                new McpServer.OAuth(true, Optional.empty(), Optional.of("s")),
                                OptionalInt.empty()));
    }

    @Test
    void readsServersAsOtherClientsWriteThem() throws Exception {
        Settings settings =
                workspace()
                        .user(
                                """
                                {"mcpServers": {
                                  "a": {"type": "stdio", "command": "x", "cwd": "sub", "timeout": 5},
                                  "b": {"type": "http", "url": "http://h/", "oauth": {
                                    "client_id": "me", "client_secret_env": "S", "private_key_env": "K",
                                    "issuer": "https://i/",
                                    "grant": "client_credentials", "redirect_port": 8123}},
                                  "c": {"command": "x", "disabled": true},
                                  "d": {"command": "x", "enabled": false}}}
                                """)
                        .read()
                        .settings();
        assertThat(settings.mcp())
                .containsExactly(
                        new McpServer.Program(
                                "a",
                                "x",
                                List.of(),
                                java.util.Map.of(),
                                Optional.of("sub"),
                                OptionalInt.of(5)),
                        new McpServer.Remote(
                                "b",
                                "http://h/",
                                java.util.Map.of(),
                                new McpServer.OAuth(
                                        true,
                                        Optional.of("me"),
                                        Optional.empty(),
                                        new McpServer.OAuthClient(
                                                Optional.of("S"),
                                                Optional.of("K"),
                                                true,
                                                Optional.of("https://i/"),
                                                Optional.of(8_123))),
                                OptionalInt.empty()));
    }

    @Test
    void rejectsBadNamesOfServersAndSecretsInTheirFiles() throws Exception {
        assertThatThrownBy(
                        workspace().user("{\"mcp\": {\n  \"far.away\": {\"command\": \"x\"}}}")
                                ::read)
                .hasMessageEndingWith(
                        "agent.json, line 2, column 3: the name \"far.away\" in mcp must be at most"
                                + " 32 letters, digits, - and _, and begin with a letter or digit");
        assertThatThrownBy(
                        workspace()
                                        .user(
                                                "{\"mcpServers\": {\"a\": {\"url\": \"http://h\","
                                                        + " \"oauth\": {\"client_secret_env\": \"a-b\"}}}}")
                                ::read)
                .hasMessageContaining("must be the name of an environment variable");
    }

    @Test
    void startsNoServerForWhatAegisHasBuiltIn() throws Exception {
        workspace()
                .write(
                        "root/.aegis/agent.json",
                        "{\"mcp\": {\"aegis\": {\"command\": \"aegis-mcp-guest\"}, \"b\": {\"command\": \"x\"}}}");
        assertThat(workspace().read("aegis", Trust.TRUSTED).settings().mcp())
                .extracting(McpServer::name)
                .containsExactly("b");
    }

    @Test
    void readsHowAClientSignsInToAnMcpServer() throws Exception {
        Settings settings =
                workspace()
                        .user(
                                """
                                {"mcp": {"far": {"url": "https://h/mcp", "oauth": {
                                  "client_id": "deft", "client_secret_env": "FAR_SECRET",
                                  "private_key_env": "FAR_KEY", "grant": "client_credentials",
                                  "issuer": "https://i", "redirect_port": 7777}}}}
                                """)
                        .read()
                        .settings();
        assertThat(((McpServer.Remote) settings.mcp().getFirst()).oauth())
                .isEqualTo(
                        new McpServer.OAuth(
                                true,
                                Optional.of("deft"),
                                Optional.empty(),
                                new McpServer.OAuthClient(
                                        Optional.of("FAR_SECRET"),
                                        Optional.of("FAR_KEY"),
                                        true,
                                        Optional.of("https://i"),
                                        Optional.of(7777))));
    }

    @Test
    void hasSamplingParametersOnlyIfTheyAreSet() throws Exception {
        assertThat(
                        workspace()
                                .own("{\"temperature\":0,\"top_p\":0.5}")
                                .read()
                                .settings()
                                .sampling())
                .isEqualTo(
                        new Settings.Sampling(
                                OptionalDouble.of(0),
                                OptionalDouble.of(0.5),
                                ReasoningSettings.UNSET));
    }

    @Test
    void readsReasoningAndFallbackModels() throws Exception {
        Settings settings =
                workspace()
                        .user(
                                "{\"fallback\":[\"openai/a\"],\"reasoning\":{\"effort\":\"low\",\"budget_tokens\":2048}}")
                        .own("{\"fallback\":[\"openai/evil\"],\"reasoning\":{\"effort\":\"high\"}}")
                        .read()
                        .settings();
        assertThat(settings.fallback()).containsExactly("openai/a");
        assertThat(settings.sampling().reasoning())
                .isEqualTo(
                        new ReasoningSettings(
                                Optional.of(ReasoningSettings.Effort.HIGH), OptionalInt.of(2_048)));
        Settings set =
                workspace()
                        .with("DEFT_FALLBACK_MODEL", "openai/b, responses/c,")
                        .with("DEFT_REASONING", "xhigh")
                        .read()
                        .settings();
        assertThat(set.fallback()).containsExactly("openai/b", "responses/c");
        assertThat(set.sampling().reasoning().effort()).contains(ReasoningSettings.Effort.XHIGH);
        ConfigWorkspace wrong = workspace().with("DEFT_REASONING", "hgih");
        assertThatThrownBy(wrong::read)
                .hasMessageStartingWith("DEFT_REASONING must be one of none, minimal, low,");
    }

    @Test
    void showsEffectiveValuesInTheFormatOfAFile() throws IOException {
        Json.Obj json =
                workspace()
                        .user("{\"prices\":{\"openai/my.model\":{\"input\":1,\"output\":2}}}")
                        .with("OPENAI_API_KEY", "secret-value")
                        .read()
                        .values()
                        .json();
        assertThat(json.text("model")).contains("openai/gpt-5.1");
        assertThat(json.find("prices").map(it -> ((Json.Obj) it).fields().keySet().toString()))
                .contains("[openai/my.model]");
        assertThat(json.toString()).doesNotContain("secret-value");
    }

    @Test
    void readsRoundsAsMaxSteps() throws Exception {
        Configuration read = workspace().user("{\"max_steps\":7}").own("{\"rounds\":9}").read();

        assertThat(read.settings().maxSteps()).isEqualTo(9);
        assertThat(read.values().all()).doesNotContainKey(List.of("rounds"));
        assertThat(read.warnings()).isEmpty();
    }

    @Test
    void prefersMaxStepsToRoundsInOneFile() throws Exception {
        for (String file :
                List.of("{\"max_steps\":7,\"rounds\":9}", "{\"rounds\":9,\"max_steps\":7}")) {
            Configuration read = workspace().own(file).read();

            assertThat(read.settings().maxSteps()).isEqualTo(7);
            assertThat(read.warnings())
                    .singleElement()
                    .asString()
                    .contains("rounds is ignored: it is a synonym of max_steps");
        }
    }
}
