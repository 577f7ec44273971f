package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the events of a replay with those of the run.
class ReplayTest {

    @TempDir Path root;

    private DeftRun run(List<ScriptedAnswer> script, String... options) throws IOException {
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    "run",
                                    "go",
                                    "--session",
                                    "s1",
                                    "--model",
                                    "claude-sonnet-4-6",
                                    "--output",
                                    "stream-json"));
            words.addAll(List.of(options));
            return DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url()),
                    "",
                    words.toArray(String[]::new));
        }
    }

    private DeftRun replay(String... options) {
        List<String> words = new ArrayList<>(List.of("sessions", "replay", "s1"));
        words.addAll(List.of(options));
        return DeftRun.in(root, "", words.toArray(String[]::new));
    }

    /// Words in one piece, and nothing of what calls said while they ran.
    private static List<Json.Obj> told(String lines) throws JsonSyntaxException {
        List<Json.Obj> events = new ArrayList<>();
        for (String line : lines.lines().toList()) {
            Json.Obj event = JsonText.parseObject(line);
            String type = event.text("type").orElseThrow();
            if (type.equals("text")
                    && !events.isEmpty()
                    && events.getLast().text("type").orElse("").equals("text")) {
                String before = events.removeLast().text("delta").orElseThrow();
                events.add(event.with("delta", before + event.text("delta").orElseThrow()));
            } else if (!type.equals("tool_progress")) {
                events.add(event);
            }
        }
        return events;
    }

    private static Json.Obj object(String name, String value) {
        return Json.Obj.EMPTY.with(name, value);
    }

    @Test
    void printsTheEventsOfTheRun() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("I look at it, and change it.")
                                .calling("read", object("path", "a.txt")),
                        ScriptedAnswer.saying("")
                                .calling(
                                        "edit",
                                        object("path", "a.txt")
                                                .with("old_text", "two")
                                                .with("new_text", "three")),
                        ScriptedAnswer.saying("Now something that is forbidden.")
                                .calling("bash", object("command", "touch made")),
                        ScriptedAnswer.saying("").calling("nonsense", object("what", "ever")),
                        ScriptedAnswer.saying("The file is changed; the rest was not to be."));
        DeftRun live = run(script, "--yes-edits");
        assertThat(live.out())
                .contains("\"type\":\"ask\"")
                .contains("\"cost_usd\":0.")
                .contains("\"files_changed\":[\"a.txt\"]");

        assertThat(told(replay("--json").out())).isEqualTo(told(live.out()));
    }

    @Test
    void printsOneRunAfterTheOther() throws Exception {
        List<ScriptedAnswer> script =
                List.of(ScriptedAnswer.saying("Hello."), ScriptedAnswer.saying("Hello again."));
        DeftRun first = run(script);
        DeftRun second = run(script, "--max-steps", "1");

        assertThat(told(replay("--output", "stream-json").out()))
                .isEqualTo(told(first.out() + second.out()));
    }

    @Test
    void printsHowARunFailed() throws Exception {
        DeftRun live =
                DeftRun.in(
                        root,
                        Map.of(
                                "OPENAI_BASE_URL",
                                "http://127.0.0.1:1/v1",
                                "DEFT_MODEL",
                                "openai/m"),
                        "",
                        "run",
                        "go",
                        "--session",
                        "s1",
                        "--output",
                        "stream-json");
        assertThat(live.out()).contains("\"type\":\"retry\"").contains("\"status\":\"failed\"");

        assertThat(told(replay("--json").out())).isEqualTo(told(live.out()));
    }

    @Test
    void endsWithTheLastLineOfTheRun() throws Exception {
        run(List.of(ScriptedAnswer.saying("Hello.")));

        assertThat(replay().out())
                .startsWith("> go\nHello.\ndone · 1 step · ")
                .contains(" · about $0.0", " · session s1\n");
    }
}
