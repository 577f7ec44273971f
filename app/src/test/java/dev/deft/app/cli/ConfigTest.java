package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Schemas;
import dev.deft.app.Golden;
import dev.deft.codec.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {

    private static final Map<String, String> KEY = Map.of("ANTHROPIC_API_KEY", "value-of-the-key");

    @TempDir private Path root;

    private DeftRun deft(Map<String, String> variables, String... words) {
        return DeftRun.in(root, variables, "", words);
    }

    private void write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void showsEachValueAndWhereItCameFrom() throws Exception {
        write(".deft/agent.json", "{\n  \"max_tokens\": 77\n}");
        DeftRun run = deft(KEY, "config", "show");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsPattern("max_tokens +77 +.deft/agent.json:2\n")
                .containsPattern("model +anthropic/claude-\\S+ +ANTHROPIC_API_KEY is set\n")
                .containsPattern("max_steps +50 +default\n")
                .containsPattern("ANTHROPIC_API_KEY +set +environment\n")
                .containsPattern("OPENAI_API_KEY +not set\n")
                .doesNotContain("value-of-the-key");
    }

    @Test
    void printsTheValuesInForceUnderTheNamesOfADialect() throws Exception {
        write(".aegis/agent.json", "{\"context_chars\": 48000}");
        write("config.yml", "tools:\n  timeout: 5\n");
        DeftRun aegis =
                deft(
                        Map.of("AEGIS_MAX_TOKENS", "9", "ANTHROPIC_API_KEY", "value-of-the-key"),
                        "config",
                        "show",
                        "--json",
                        "--dialect",
                        "aegis");
        assertThat(JsonText.parseObject(aegis.out()).without("providers").without("instructions"))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"max_tokens":9,"max_steps":20,"context_chars":48000,
                                "context_turns":50,"model":"anthropic/claude-sonnet-4-6"}
                                """));
        assertThat(aegis.out()).doesNotContain("value-of-the-key");
        DeftRun pegasus = deft(Map.of(), "config", "show", "--json", "--dialect", "pegasus");
        assertThat(JsonText.parseObject(pegasus.out()).find("tools"))
                .contains(
                        JsonText.parse(
                                """
                                {"timeout":5,"maxConcurrent":3,"webSearch":{"maxResults":10}}
                                """));
        DeftRun own = deft(Map.of(), "config", "show", "--json");
        assertThat(JsonText.parseObject(own.out()).fields())
                .doesNotContainKeys("tools", "context_chars", "model");
    }

    @Test
    void saysInOneLineWhatIsWrongAndWhere() throws Exception {
        write(".deft/agent.json", "{\n  \"model\": \"a/b\",\n  \"max_tokens\": \"8192\"\n}");
        DeftRun file = deft(Map.of(), "config", "show", "--json");
        assertThat(file)
                .isEqualTo(
                        new DeftRun(
                                1,
                                "",
                                "deft: .deft/agent.json, line 3, column 17: max_tokens must be a"
                                        + " whole number from 1 to 1000000, not a string\n"));
        write(".deft/agent.json", "{}");
        DeftRun variable = deft(Map.of("DEFT_CONTEXT_TURNS", "many"), "config", "show");
        assertThat(variable)
                .isEqualTo(
                        new DeftRun(
                                1,
                                "",
                                "deft: DEFT_CONTEXT_TURNS must be a whole number of at least 1, like"
                                        + " context_turns\n"));
    }

    @Test
    void warnsOnStandardErrorAndGoesOn() throws Exception {
        write(".deft/agent.json", "{\"modle\": 1, \"mcp\": {\"x\": {\"command\": \"y\"}}}");
        DeftRun run = deft(Map.of(), "config", "show", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.err().lines())
                .hasSize(2)
                .anyMatch(it -> it.contains("there is no key \"modle\"; did you mean model?"))
                .anyMatch(it -> it.contains("mcp is ignored, since the workspace is not trusted"));
        write("policy.json", "{\"trust\": true}");
        DeftRun trusted = deft(Map.of(), "config", "show", "--json", "--policy", "policy.json");
        assertThat(JsonText.parseObject(trusted.out()).find("mcp"))
                .contains(JsonText.parse("{\"x\":{\"command\":\"y\"}}"));
    }

    @Test
    void refusesUnknownFormsAndDialects() {
        assertThat(deft(Map.of(), "config", "set").err()).contains("is not one of show, schema");
        assertThat(deft(Map.of(), "config", "show", "--dialect", "x").err())
                .contains("There is no dialect \"x\"; the dialects are locked, aegis");
    }

    @Test
    void boundsTheCallsOfThePegasusDialect() throws Exception {
        write("config.yml", "tools:\n  allowedPaths: [./data, a.txt]\n");
        write("data/sub/in.txt", "in");
        write("a.txt", "a");
        write("out.txt", "out");
        assertThat(pegasus("read_file", "{\"path\":\"data/sub/in.txt\"}").out())
                .contains("\"success\":true");
        assertThat(pegasus("read_file", "{\"path\":\"a.txt\"}").out()).contains("\"success\":true");
        assertThat(pegasus("read_file", "{\"path\":\"out.txt\"}").out())
                .contains("\"success\":false")
                .contains(
                        "Permission denied: fs.read of out.txt is outside the allowed paths: ./data,"
                                + " a.txt.");
        assertThat(pegasus("read_file", "{\"path\":\"data/../out.txt\"}").out())
                .contains("Permission denied: ");
        assertThat(pegasus("write_file", "{\"path\":\"data.txt\",\"content\":\"\"}").out())
                .contains("Permission denied: ");
        assertThat(pegasus("list_files", "{\"path\":\".\",\"recursive\":true}").out())
                .contains("Permission denied: ");
        write("config.yml", "tools:\n  timeout: 300\n");
        assertThat(pegasus("sleep", "{\"duration\":60}").out())
                .contains("Tool execution timed out after 300ms");
        write("config.yml", "tools:\n  timeout: soon\n");
        DeftRun wrong = pegasus("current_time", "{}");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err())
                .isEqualTo(
                        "deft: config.yml, line 2, column 12: tools.timeout must be a whole number"
                                + " from 1 to 86400000, not a string\n");
        assertThat(deft(Map.of(), "call", "current_time").code()).isZero();
    }

    private DeftRun pegasus(String tool, String arguments) {
        return deft(Map.of(), "call", tool, arguments, "--dialect", "pegasus");
    }

    @Test
    void leavesCallsAloneWhateverTheFileSays() throws Exception {
        write(".deft/agent.json", "not JSON");
        assertThat(deft(Map.of(), "call", "current_time").code()).isZero();
    }

    /// One source: what the command prints is what the documentation holds.
    @TestFactory
    Stream<DynamicTest> publishesItsSchemas() {
        String agent = deft(Map.of(), "config", "schema").out();
        String yml = deft(Map.of(), "config", "schema", "--dialect", "pegasus").out();
        assertThat(agent.strip()).isEqualTo(Schemas.text("locked").strip());
        return Golden.fromBuild()
                .directory(
                        Path.of("..", "docs", "schema"),
                        Map.of("agent.schema.json", agent, "config-yml.schema.json", yml));
    }
}
