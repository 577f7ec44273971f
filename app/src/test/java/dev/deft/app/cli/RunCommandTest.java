package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {

    @TempDir Path root;

    private DeftRun run(List<ScriptedAnswer> script, String stdin, String... words)
            throws IOException {
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            return DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url()),
                    stdin,
                    words);
        }
    }

    private static List<ScriptedAnswer> writing() {
        return List.of(
                ScriptedAnswer.saying("I write it.")
                        .calling(
                                "write",
                                Json.Obj.EMPTY.with("path", "a.txt").with("content", "one\n")),
                ScriptedAnswer.saying("It is written."));
    }

    @Test
    void printsTheAnswerAloneAndWhatHappenedOnStandardError() throws IOException {
        DeftRun ran = run(writing(), "", "run", "write one", "--yes-edits");
        assertThat(ran.out()).isEqualTo("It is written.\n");
        assertThat(ran.err()).contains("I write it.").contains("a.txt").contains("1 file changed");
        assertThat(ran.code()).isZero();
        assertThat(root.resolve("a.txt")).hasContent("one\n");
    }

    @Test
    void endsWithThreeWhereAPermissionWasMissing() throws IOException {
        DeftRun ran = run(writing(), "", "run", "write one");
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.out()).isEqualTo("It is written.\n");
        assertThat(root.resolve("a.txt")).doesNotExist();
    }

    @Test
    void allowsWhatARuleAllowsAndNothingElse() throws IOException {
        assertThat(run(writing(), "", "run", "go", "--allow", "fs.write b.txt").code())
                .isEqualTo(3);
        assertThat(
                        run(
                                        writing(),
                                        "",
                                        "run",
                                        "go",
                                        "--allow",
                                        "bash true",
                                        "--allow",
                                        "fs.write a.txt")
                                .code())
                .isZero();
    }

    @Test
    void tellsThatACommandWasStartedNotThatItEnded() throws IOException {
        Json.Obj command =
                Json.Obj.EMPTY.with("command", "sleep 30").with("background", new Json.Bool(true));
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("I start it.").calling("bash", command),
                        ScriptedAnswer.saying("Done."));
        DeftRun ran = run(script, "", "run", "go", "--allow", "bash sleep *");
        assertThat(ran.err()).contains("started in the background as proc_1");
        assertThat(ran.err()).doesNotContain("exit 0");
    }

    @Test
    void printsOneResultObject() throws Exception {
        DeftRun ran = run(writing(), "", "run", "write one", "--yes-edits", "--output", "json");
        Json.Obj result = JsonText.parseObject(ran.out());
        assertThat(result.fields().keySet())
                .containsExactly(
                        "type",
                        "status",
                        "text",
                        "session_id",
                        "steps",
                        "turns",
                        "usage",
                        "files_changed");
        assertThat(result.text("status")).contains("done");
        assertThat(result.find("steps")).contains(Json.Num.of(2));
        assertThat(result.find("turns")).contains(Json.Num.of(2));
        assertThat(result.find("files_changed")).contains(Json.Arr.ofTexts(List.of("a.txt")));
        assertThat(((Json.Obj) result.find("usage").orElseThrow()).fields().keySet())
                .containsExactly(
                        "input_tokens", "output_tokens", "cache_read", "cache_write", "cost_usd");
        assertThat(ran.out()).as("no exponents").containsPattern("\"cost_usd\":0\\.\\d+}");
    }

    @Test
    void streamsOneEventALineFromSessionToResult() throws Exception {
        DeftRun ran = run(writing(), "", "run", "go", "--yes-edits", "--output=stream-json");
        List<Json.Obj> events = ran.out().lines().map(RunCommandTest::object).toList();
        List<String> types = events.stream().map(it -> it.text("type").orElse("")).toList();
        assertThat(types.getFirst()).isEqualTo("session");
        assertThat(types.getLast()).isEqualTo("result");
        assertThat(types)
                .contains("text", "usage")
                .containsSubsequence("tool_call", "tool_result", "text", "result");
        Json.Obj call = events.get(types.indexOf("tool_call"));
        Json.Obj result = events.get(types.indexOf("tool_result"));
        assertThat(call.fields().keySet()).containsExactly("type", "id", "tool", "args");
        assertThat(call.text("id")).isEqualTo(result.text("id"));
        assertThat(((Json.Obj) result.find("result").orElseThrow()).text("type"))
                .contains("output");
        String session = events.getFirst().text("session_id").orElseThrow();
        assertThat(root.resolve(".deft/sessions/" + session + ".jsonl")).exists();
        assertThat(Files.readString(root.resolve(".deft/sessions/" + session + ".jsonl")))
                .doesNotContain("sk-test-1");
    }

    @Test
    void tellsOfTheSessionBeforeItWarnsOfAnything() throws Exception {
        Files.writeString(root.resolve("config.yml"), "tools:\n  timeoutt: 5\n");
        DeftRun ran =
                run(
                        List.of(ScriptedAnswer.saying("Hello.")),
                        "",
                        "run",
                        "go",
                        "--dialect=pegasus",
                        "--output=stream-json");
        DeftRun again = DeftRun.in(root, "", "sessions", "replay", "last", "--json");
        for (DeftRun told : List.of(ran, again)) {
            assertThat(told.out().lines().map(RunCommandTest::object).map(it -> it.text("type")))
                    .startsWith(Optional.of("session"), Optional.of("warning"))
                    .endsWith(Optional.of("result"));
        }
    }

    private static Json.Obj object(String line) {
        try {
            return JsonText.parseObject(line);
        } catch (dev.deft.json.JsonSyntaxException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    @Test
    void takesWhatIsPipedInAsContext() throws Exception {
        run(
                List.of(ScriptedAnswer.saying("Looks good.")),
                "- old\n+ new\n",
                "run",
                "review",
                "this",
                "--session",
                "s1");
        assertThat(Files.readString(root.resolve(".deft/sessions/s1.jsonl")))
                .contains("review this")
                .contains("<stdin>\\n- old\\n+ new\\n</stdin>");
    }

    @Test
    void waitsForWhatIsPipedInWhereItIsToldTo() throws Exception {
        run(
                List.of(ScriptedAnswer.saying("Seen.")),
                "late\n",
                "run",
                "-",
                "review",
                "--session",
                "s1");
        assertThat(Files.readString(root.resolve(".deft/sessions/s1.jsonl")))
                .contains("\"review\"")
                .contains("<stdin>\\nlate\\n</stdin>");
    }

    @Test
    void refusesWhatIsNoText() throws Exception {
        DeftRun ran = run(List.of(ScriptedAnswer.saying("Seen.")), "PNG\0\0", "run", "look");
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("deft: run: standard input is not text;");
    }

    @Test
    void goesOnWithASessionWhateverItKept() throws Exception {
        Path log = root.resolve(".deft/sessions/s1.jsonl");
        List<ScriptedAnswer> script =
                List.of(ScriptedAnswer.saying("Hello."), ScriptedAnswer.saying("Hello again."));
        run(script, "", "run", "hi", "--session", "s1");
        for (String kept :
                List.of(
                        "\"name\":\"rules\",\"value\":{\"rules\":[{\"permission\":5}]}",
                        "\"name\":\"files\",\"value\":{\"files\":[1]}")) {
            Files.writeString(
                    log,
                    "{\"role\":\"kept\",\"ts\":\"2026-01-02T03:04:05Z\",%s,\"id\":90,\"parent\":3,\"hash\":\"x\"}\n"
                            .formatted(kept),
                    StandardOpenOption.APPEND);
            DeftRun ran = run(script, "", "run", "hi", "--session", "s1");
            assertThat(ran.code()).as(ran.err()).isZero();
        }
    }

    @Test
    void goesOnWithASession() throws IOException {
        List<ScriptedAnswer> script =
                List.of(ScriptedAnswer.saying("Hello."), ScriptedAnswer.saying("Hello again."));
        run(script, "", "run", "hi", "--session", "s1");
        assertThat(run(script, "", "run", "hi", "--session", "s1").out())
                .isEqualTo("Hello again.\n");
    }

    @Test
    void saysWhatIsWrongWithTheCommandLine() {
        for (List<String> words :
                List.of(
                        List.of("run"),
                        List.of("run", "go", "--output", "xml"),
                        List.of("run", "go", "--max-steps", "0"),
                        List.of("run", "go", "--budget", "much", "--model", "claude-sonnet-4-6"),
                        List.of("run", "go", "--allow", "bash"),
                        List.of("run", "go", "--agent", "nobody"),
                        List.of("run", "go", "--session", "a/b"))) {
            DeftRun ran =
                    DeftRun.in(
                            root,
                            Map.of("ANTHROPIC_API_KEY", "sk-test-1"),
                            "",
                            words.toArray(String[]::new));
            assertThat(ran.code()).as(String.join(" ", words)).isEqualTo(2);
            assertThat(ran.err()).startsWith("deft: run: ").hasLineCount(1);
        }
    }

    @Test
    void saysHowToBeginAPromptWithADash() {
        assertThat(DeftRun.in(root, "", "run", "-5 is wrong").err())
                .isEqualTo(
                        "deft: run: \"-5 is wrong\" begins with a dash; put -- before arguments"
                                + " that are not options (see deft run --help)\n");
    }

    @Test
    void saysWhatToSetWhereThereIsNoKey() {
        DeftRun ran = DeftRun.in(root, "", "run", "go");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("ANTHROPIC_API_KEY", "deft demo");
    }

    @Test
    void endsWithOneLineWhereTheModelCannotBeReached() {
        DeftRun ran =
                DeftRun.in(
                        root,
                        Map.of(
                                "ANTHROPIC_API_KEY",
                                "sk-test-1",
                                "ANTHROPIC_BASE_URL",
                                "http://127.0.0.1:1"),
                        "",
                        "run",
                        "go");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("deft: ").doesNotContain("sk-test-1");
    }

    @Test
    void playsTheDemoToAGoodEnd() {
        DeftRun ran = DeftRun.in(root, "", "demo", "--in", "shop");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out())
                .contains("exit 1: FAILED")
                .contains("exit 0: all 3 checks passed")
                .contains("+        return sum >= DISCOUNT_FROM")
                .contains("sessions replay demo");
    }
}
