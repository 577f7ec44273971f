package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a person reads of calls that were denied since nobody could be asked.
class DenialTest {

    private static final String ADVICE = " Allow it with ";

    @TempDir Path root;

    private DeftRun run(ScriptedAnswer calls, List<String> options) throws IOException {
        List<ScriptedAnswer> script = List.of(calls, ScriptedAnswer.saying("That was it."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            List<String> words = new ArrayList<>(List.of("run", "go"));
            words.addAll(options);
            return DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url()),
                    "",
                    words.toArray(String[]::new));
        }
    }

    private static ScriptedAnswer writing(String path) {
        return ScriptedAnswer.saying("")
                .calling("write", Json.Obj.EMPTY.with("path", path).with("content", "x\n"));
    }

    private static ScriptedAnswer running(String command) {
        return ScriptedAnswer.saying("").calling("bash", Json.Obj.EMPTY.with("command", command));
    }

    private static List<String> denials(DeftRun ran) {
        return ran.err().lines().filter(it -> it.startsWith("✗")).toList();
    }

    @Test
    void isOneLineThatSaysWhatWhyAndWhatWouldAllowIt() throws IOException {
        DeftRun ran = run(writing("a.txt"), List.of());
        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err().lines().filter(it -> it.contains("a.txt")))
                .containsExactly(
                        "✗ write denied: No rule allows write on a.txt. Allow it with --allow \"write a.txt\".");
    }

    static Stream<ScriptedAnswer> calls() {
        return Stream.of(
                writing("a.txt"),
                writing("it's a [draft] of *stars* for $5.txt"),
                running("touch made"),
                running("touch made; touch 'two words' \"it's\""),
                running("echo one > one.txt && sort one.txt > two.txt"));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void allowsTheCallWithWhatItAdvises(ScriptedAnswer call) throws Exception {
        List<String> denied = denials(run(call, List.of()));
        assertThat(denied).hasSize(1).allMatch(it -> it.contains(ADVICE));
        String advice = denied.getFirst().substring(denied.getFirst().indexOf(ADVICE));
        DeftRun again = run(call, asAShellTakesIt(advice.substring(ADVICE.length())));
        assertThat(again.code()).as(advice + "\n" + again.err()).isZero();
        assertThat(denials(again)).isEmpty();
    }

    private static List<String> asAShellTakesIt(String options) throws Exception {
        String words = options.substring(0, options.length() - 1);
        Process shell =
                new ProcessBuilder("sh", "-c", "printf '%s\\n' " + words)
                        .redirectErrorStream(true)
                        .start();
        shell.getOutputStream().close();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }

    @Test
    void advisesNothingWhereNoRuleCanAllowIt() throws IOException {
        DeftRun ran = run(writing(".git/hooks/pre-commit"), List.of("--yes-edits"));
        assertThat(denials(ran))
                .containsExactly(
                        "✗ write denied: .git/hooks/pre-commit is protected: changing it changes what runs later.");
    }

    @Test
    void namesTheRuleThatForbids() throws IOException {
        DeftRun.in(root, "", "policy", "add", "deny write *.txt");
        DeftRun ran = run(writing("a.txt"), List.of("--yes-edits"));
        assertThat(denials(ran))
                .singleElement()
                .satisfies(it -> assertThat(it).contains("project rule `deny write *.txt`"));
    }
}
