package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `limits` of `agent.json`, as calls meet them.
class LimitsTest {

    @TempDir private Path root;

    @BeforeEach
    void files() throws Exception {
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            Files.writeString(root.resolve(name), name);
        }
    }

    private void write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void user(String limits) throws Exception {
        write(".home/config/agent.json", "{\"limits\": " + limits + "}");
    }

    private void own(String limits) throws Exception {
        write(".deft/agent.json", "{\"limits\": " + limits + "}");
    }

    private DeftRun deft(String stdin, String... words) {
        return DeftRun.in(root, stdin, words);
    }

    private DeftRun glob() {
        return deft("", "call", "glob", "{\"pattern\":\"*.txt\"}");
    }

    /// The files that a call shows.
    private List<String> shown() throws Exception {
        Json.Obj data = (Json.Obj) JsonText.parseObject(glob().out()).find("data").orElseThrow();
        return ((Json.Arr) data.find("files").orElseThrow())
                .items().stream().map(it -> ((Json.Str) it).value()).toList();
    }

    @Test
    void boundTheEntriesOfOneTool() throws Exception {
        assertThat(shown()).containsExactly("a.txt", "b.txt", "c.txt");

        user("{\"tools\": {\"glob\": {\"entries\": 2}}}");

        assertThat(shown()).containsExactly("a.txt", "b.txt");
        assertThat(glob().err()).isEmpty();
    }

    @Test
    void ofTheWorkspaceOnlyLower() throws Exception {
        user("{\"entries\": 2}");
        own("{\"entries\": 3}");

        assertThat(shown()).containsExactly("a.txt", "b.txt");
        assertThat(glob().err())
                .contains(
                        "line 1, column 13: limits.entries is ignored, since it is above the current limit of 2");

        own("{\"entries\": 1}");

        assertThat(shown()).containsExactly("a.txt");
        assertThat(glob().err()).isEmpty();
    }

    @Test
    void boundTheTimeOfACall() throws Exception {
        user("{\"tools\": {\"sleep\": {\"timeout_ms\": 40}}}");

        assertThat(deft("", "call", "sleep", "{\"duration\":30}").out())
                .contains("sleep took longer than 40 ms", "\"code\":\"timeout\"");
    }

    private List<String> batch(String lines, String... options) {
        List<String> words = new ArrayList<>(List.of("call", "--batch"));
        words.addAll(List.of(options));
        return deft(lines, words.toArray(String[]::new)).out().lines().toList();
    }

    @Test
    void boundTheCallsOfASession() throws Exception {
        own("{\"calls\": 3, \"tools\": {\"base64_encode\": {\"calls\": 1}}}");

        assertThat(
                        batch(
                                """
                                {"tool":"base64_encode","args":{"nonsense":"x"}}
                                {"tool":"base64_encode","args":{"text":"x"}}
                                {"tool":"base64_encode","args":{"text":"y"}}
                                {"tool":"Base64_Encode","args":{"text":"z"}}
                                """))
                .areExactly(1, containing("invalid_arguments"))
                .areExactly(1, containing("\"type\":\"output\""))
                .areExactly(2, containing("limits.tools.base64_encode.calls"))
                .areExactly(2, containing("\"code\":\"limit_reached\""));
        assertThat(batch("{\"tool\":\"current_time\"}\n".repeat(5)))
                .areExactly(3, containing("\"type\":\"output\""))
                .areExactly(
                        2, containing("has called tools 3 times, as often as limits.calls allows"));
    }

    private static Condition<String> containing(String text) {
        return new Condition<>(it -> it.contains(text), text);
    }

    @Test
    void countAllNamesOfAToolTogetherAndNameItAsTheDialectDoes() throws Exception {
        own("{\"tools\": {\"todo\": {\"calls\": 1}}}");

        assertThat(
                        batch(
                                "{\"tool\":\"todoread\"}\n{\"tool\":\"todowrite\",\"args\":{\"todos\":[]}}\n",
                                "--dialect",
                                "opencode"))
                .areExactly(1, containing("has been called once in this session"));
    }

    @Test
    void holdForTheAgentTooWhichIsToldAndGoesOn() throws Exception {
        user("{\"tools\": {\"read\": {\"calls\": 1}}}");
        own("{\"tools\": {\"read\": {\"calls\": 2}}}");
        Json.Obj path = Json.Obj.EMPTY.with("path", "a.txt");
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("One.").calling("read", path),
                        ScriptedAnswer.saying("Two.").calling("read", path.with("path", "b.txt")),
                        ScriptedAnswer.saying("Done."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            Map<String, String> variables =
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url());
            DeftRun run = DeftRun.in(root, variables, "", "run", "--output", "stream-json", "go");

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out().lines().filter(it -> it.contains("limit_reached"))).hasSize(1);
            assertThat(run.out() + run.err())
                    .contains(
                            "above the current limit of 1",
                            "Done.",
                            "has been called once in this session");
        }
    }

    @Test
    void forAToolThatIsNotThereAreToldWithTheNearestName() throws Exception {
        own("{\"tools\": {\"globs\": {\"entries\": 2}}}");

        assertThat(shown()).hasSize(3);
        assertThat(glob().err())
                .contains(
                        "limits.tools has \"globs\", but there is no such tool; did you mean glob?");
    }

    @Test
    void thatMakeNoSenseStopTheCall() throws Exception {
        own("{\"entries\": -5}");

        assertThat(glob().code()).isNotZero();
        assertThat(glob().out()).isEmpty();
        assertThat(glob().err())
                .isEqualTo(
                        "deft: .deft/agent.json, line 1, column 24: limits.entries must be a whole number from 1 to"
                                + " 100000, not -5\n");
    }

    @Test
    void areShownWithWhereTheyCameFrom() throws Exception {
        user("{\"entries\": 20,\n\"tools\": {\"grep\": {\"entries\": 50}}}");
        own("{\"timeout_ms\": 100,\n\"entries\": 30}");
        DeftRun shown = deft("", "config", "show");

        assertThat(shown.out())
                .containsPattern("limits.entries +20 +\\S*agent.json:1\n")
                .containsPattern("limits.timeout_ms +100 +.deft/agent.json:1\n")
                .containsPattern("limits.tools.grep.entries +50 +\\S*agent.json:2\n");
        assertThat(shown.err()).contains("limits.entries is ignored");
        assertThat(JsonText.parseObject(deft("", "config", "show", "--json").out()).find("limits"))
                .contains(
                        JsonText.parse(
                                "{\"entries\":20,\"tools\":{\"grep\":{\"entries\":50}},\"timeout_ms\":100}"));
    }

    @Test
    void areWarnedAboutOnceInARun() throws Exception {
        user("{\"entries\": 2}");
        own("{\"entries\": 3}");
        try (var model = BothWires.following(says("Done."))) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "", "run", "go");

            assertThat(ran.out()).isEqualTo("Done.\n");
            assertThat(ran.err().lines().filter(it -> it.contains("limits.entries is ignored")))
                    .hasSize(1);
        }
    }
}
