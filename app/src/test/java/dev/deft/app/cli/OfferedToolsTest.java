package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which tools a model is told about under a policy.
class OfferedToolsTest {

    @TempDir private Path root;

    /// The events of a run in which the model calls a tool under a policy.
    private List<Json.Obj> events(String policy, String tool, Json.Obj arguments)
            throws IOException {
        Files.writeString(root.resolve("policy.json"), policy);
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("I try.").calling(tool, arguments),
                        ScriptedAnswer.saying("Tried."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            DeftRun run =
                    DeftRun.in(
                            root,
                            Map.of(
                                    "ANTHROPIC_API_KEY",
                                    "sk-test-1",
                                    "ANTHROPIC_BASE_URL",
                                    server.url()),
                            "",
                            "run",
                            "go",
                            "--output",
                            "stream-json",
                            "--policy",
                            "policy.json");
            List<Json.Obj> events = new ArrayList<>();
            for (String line : run.out().lines().toList()) {
                events.add(JsonText.parseObject(line));
            }
            return events;
        }
    }

    private static List<String> offered(List<Json.Obj> events) {
        Json tools = events.getFirst().find("tools").orElseThrow();
        return ((Json.Arr) tools).items().stream().map(it -> ((Json.Str) it).value()).toList();
    }

    private static String result(List<Json.Obj> events) {
        return events.stream()
                .filter(it -> it.text("type").orElse("").equals("tool_result"))
                .map(Json::toString)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void lackWhatTheRulesDenyWholeAndRefuseItWhenItIsCalled() throws IOException {
        List<Json.Obj> events =
                events(
                        """
                        {"rules": [{"permission": "bash", "pattern": "*", "action": "deny"},
                                   {"permission": "fs.write", "pattern": "**", "action": "deny"},
                                   {"permission": "*", "pattern": "*", "action": "allow"}]}
                        """,
                        "bash",
                        Json.Obj.EMPTY.with("command", "ls").with("description", "list"));

        assertThat(offered(events))
                .contains("read", "grep", "process", "todo")
                .doesNotContain("bash", "write", "edit", "apply_patch", "delete_file", "move_file");
        assertThat(result(events)).contains("\"code\":\"permission_denied\"");
    }

    @Test
    void lackWhatTheAgentMayNotUse() throws IOException {
        List<Json.Obj> events =
                events(
                        """
                        {"requires": {"fs": {"read": ["{workspace}/**"]}}}
                        """,
                        "write",
                        Json.Obj.EMPTY.with("path", "a.txt").with("content", "a"));

        assertThat(offered(events))
                .contains("read", "grep", "todo")
                .doesNotContain("bash", "process", "write", "edit");
        assertThat(result(events)).contains("\"code\":\"capability_denied\"");
    }

    @Test
    void haveAllThatSomeCallMayBeAllowedOf() throws IOException {
        List<Json.Obj> events =
                events("{}", "write", Json.Obj.EMPTY.with("path", "a.txt").with("content", "a"));

        assertThat(offered(events)).contains("read", "bash", "process", "write", "edit", "todo");
        assertThat(result(events)).contains("\"code\":\"permission_denied\"");
    }
}
