package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Numbers, searches and exports of sessions.
class SessionPagesTest {

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private void call(String tool, String arguments, String... more) {
        String[] words =
                Stream.concat(
                                Stream.of("call", tool, arguments, "--session", "calls"),
                                Stream.of(more))
                        .toArray(String[]::new);
        assertThat(deft(words).err()).isEmpty();
    }

    private static String write(String content) {
        return "{\"path\":\"a.txt\",\"content\":\"%s\"}".formatted(content);
    }

    @Test
    void numberTurnsTheSameEverywhereAlsoAfterDeniedCalls() throws Exception {
        Files.writeString(root.resolve("none.json"), "{\"rules\": []}");
        call("write", write("1"));
        call("write", write("x"), "--policy", "none.json");
        call("no_such_tool", "{}");
        call("read", "{\"pth\":\"a.txt\"}");
        call("write", write("2"));

        assertThat(deft("sessions", "show", "calls").out())
                .contains("[1] call  turn 1", "[2] call  turn 2", "[5] call  turn 5")
                .contains("Turn 1 changed a.txt", "Turn 5 changed a.txt");
        assertThat(deft("sessions", "list").out()).contains("5 turns");
        assertThat(deft("sessions", "diff", "calls", "5").out()).contains("+2");
        assertThat(deft("sessions", "undo", "calls").out()).startsWith("Undone: turn 5, a.txt");
        call("write", write("3").replace("a.txt", "b.txt"));
        assertThat(deft("sessions", "undo", "calls").out()).startsWith("Undone: turn 6, b.txt");
    }

    @Test
    void areFoundByTheArgumentsOfTheirCallsAndNamedAfterTheFirst() {
        call("bash", "{\"command\":\"echo rhubarb && false\"}");
        assertThat(deft("sessions", "list", "rhubarb").out())
                .contains("calls", "bash: echo rhubarb && false");
        assertThat(deft("sessions", "list", "rutabaga").out()).startsWith("No session has");
    }

    @Test
    void showFailuresDiffsAndMarkdownInHtml() throws Exception {
        call("write", write("one\\n"));
        call(
                "apply_patch",
                "{\"patch\":\"*** Begin Patch\\n*** Update File: a.txt\\n-one\\n+two\\n*** End Patch\"}");
        call("bash", "{\"command\":\"echo oops; exit 3\"}");
        String calls = deft("sessions", "export", "calls", "--format", "html").out();
        assertThat(calls)
                .contains("<span class=\"add\">+two</span>", "<span class=\"del\">-one</span>")
                .containsPattern("class=\"failed\" open><summary>✗ <b>bash</b>.* exit 3: oops")
                .contains("<summary>✓ <b>write</b>", "<pre>oops\n</pre>");

        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying(
                                        "# Plan <img src=x>\n\n- **first** `a<b`\n- second\n\n```js\n<script>**x**</script>\n```\nlone ** and `")
                                .calling("ls", Json.Obj.EMPTY.with("path", ".")),
                        ScriptedAnswer.saying("Done."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "k", "ANTHROPIC_BASE_URL", server.url()),
                    "",
                    "run",
                    "go",
                    "--session",
                    "talk");
        }
        assertThat(deft("sessions", "export", "talk", "--format", "html").out())
                .contains(
                        "<b>Plan &lt;img src=x&gt;</b>",
                        "<li><b>first</b> <code>a&lt;b</code></li>",
                        "<pre class=\"code\">&lt;script&gt;**x**&lt;/script&gt;\n</pre>",
                        "lone ** and `")
                .doesNotContain("<script", "<img");
    }
}
