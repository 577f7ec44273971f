package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What programs get of a run that does not even begin, or that nobody reads.
class RunFailuresTest {

    @TempDir private Path root;

    private static final Map<String, String> KEY = Map.of("ANTHROPIC_API_KEY", "sk-test-1");

    private static Json.Obj only(String out) throws Exception {
        assertThat(out).hasLineCount(1);
        return JsonText.parseObject(out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "go | 1 | ANTHROPIC_API_KEY",
                "go --model nobody/x | 1 | nobody",
                "go --budget abc | 2 | --budget is an amount",
                "go --budget -1 | 2 | --budget is an amount",
                "go --budget-tokens 0 | 2 | --budget-tokens is a number from 1",
                "go --budget-calls many | 2 | --budget-calls is a number from 1",
                "go --budget-seconds 1.5 | 2 | --budget-seconds is a number from 1",
                "go --max-steps 0 | 2 | --max-steps is a number",
                "go --max-turns 0 | 2 | --max-steps is a number",
                "go --frobnicate | 2 | there is no option \"--frobnicate\"",
                "go --allow write | 2 | --allow takes a permission",
                "go --agent other | 2 | there is no agent",
                "go --dialect klingon | 2 | there is no dialect",
                "go --policy none.json | 2 | there is no file",
                "go --root none | 2 | there is no directory",
                "go -c --session x | 2 | exclude each other",
                "go -c | 2 | there is no session to continue",
                "go --session last | 2 | there is no session to continue",
                "go --session a/b | 2 | A session id has",
            })
    void isOneResultThatSaysWhy(String line, int code, String why) throws Exception {
        for (String form : List.of("json", "stream-json")) {
            List<String> words = new ArrayList<>(List.of("run", "--output", form));
            words.addAll(List.of(line.split(" ", -1)));

            DeftRun run = DeftRun.in(root, "", words.toArray(String[]::new));

            Json.Obj result = only(run.out());
            assertThat(result.text("type")).contains("result");
            assertThat(result.text("status")).contains("failed");
            assertThat(result.text("error").orElse("")).contains(why);
            assertThat(run.code()).as(run.err()).isEqualTo(code);
            assertThat(run.err()).startsWith("deft: ").contains(why).hasLineCount(1);
        }
    }

    @Test
    void isAboutTheCommandLineBeforeTheKeyAndThePrice() {
        assertThat(DeftRun.in(root, KEY, "", "run", "go", "--budget", "abc", "-m", "x/y").err())
                .contains("--budget is an amount in dollars such as 0.50, not \"abc\"");
        assertThat(DeftRun.in(root, Map.of(), "", "run", "go", "--max-steps", "x").code())
                .isEqualTo(2);
    }

    @Test
    void isAboutAConfigurationThatCannotBeRead() throws Exception {
        Files.createDirectories(root.resolve(".home/config"));
        Files.writeString(root.resolve(".home/config/agent.json"), "{\"model\": }");
        DeftRun run = DeftRun.in(root, KEY, "", "run", "go", "--output=json");
        assertThat(only(run.out()).text("error").orElse("")).contains("agent.json", "line 1");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void isNoneForPeople() {
        DeftRun run = DeftRun.in(root, "", "run", "go", "--frobnicate");
        assertThat(run.out()).isEmpty();
        assertThat(run.code()).isEqualTo(2);
    }

    /// As `deft run --output stream-json | head -1`.
    @Test
    void endsWhenNobodyReadsItAnyMore() throws Exception {
        List<ScriptedAnswer> script = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Json.Obj arguments = Json.Obj.EMPTY.with("path", "f" + i).with("content", "x");
            script.add(
                    ScriptedAnswer.saying("Number " + i + " of many.").calling("write", arguments));
        }
        Path err = root.resolve("err.txt");
        try (var server = new ScriptedServer(script, Duration.ofMillis(5))) {
            Process deft =
                    DeftProcess.builder(
                                    root,
                                    Map.of(
                                            "ANTHROPIC_API_KEY",
                                            "k",
                                            "ANTHROPIC_BASE_URL",
                                            server.url()),
                                    "run",
                                    "go",
                                    "--yes-edits",
                                    "--max-steps=300",
                                    "--output=stream-json")
                            .redirectError(err.toFile())
                            .start();
            deft.getOutputStream().close();
            try (BufferedReader out = deft.inputReader(StandardCharsets.UTF_8)) {
                assertThat(out.readLine()).contains("\"type\":\"session\"");
            }
            assertThat(deft.waitFor()).as("as SIGPIPE").isEqualTo(141);
        }
        assertThat(err).isEmptyFile();
        assertThat(root.resolve("f150")).doesNotExist();
    }
}
