package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.args;
import static dev.deft.app.cli.Reply.calls;
import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What looks like a key reaches no model, no log and no export.
class MaskedSecretsTest {

    private static final String REST = "16C7e42F292c6912E7710c838347Ae178B4a";
    private static final String KEY = "ghp_" + REST;

    @TempDir private Path root;

    @BeforeEach
    void aFileWithAKey() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\nkey " + KEY + "\nthree\n");
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private DeftRun call(String tool, Json.Obj arguments, String... options) {
        String[] words = new String[options.length + 5];
        words[0] = "call";
        words[1] = tool;
        words[2] = JsonText.write(arguments);
        words[3] = "--session";
        words[4] = "s";
        System.arraycopy(options, 0, words, 5, options.length);
        return deft(words);
    }

    private String log() throws IOException {
        return Files.readString(root.resolve(".deft/sessions/s.jsonl"));
    }

    @Test
    void areHiddenInResultsAndLogs() throws Exception {
        DeftRun read = call("read", args("path", "a.txt"));
        assertThat(read.out()).contains("key ghp_…[masked]", "three").doesNotContain(REST);
        assertThat(call("grep", args("pattern", "key")).out()).doesNotContain(REST);
        assertThat(call("bash", args("command", "cat a.txt")).out())
                .contains("ghp_…[masked]")
                .doesNotContain(REST);

        assertThat(log()).contains("ghp_…[masked]").doesNotContain(REST);
        for (String format : new String[] {"jsonl", "markdown", "html"}) {
            assertThat(deft("sessions", "export", "s", "--format", format).out())
                    .doesNotContain(REST);
        }
    }

    @Test
    void areHiddenInArgumentsThatAreLoggedAndInErrors() throws Exception {
        call("bash", args("command", "echo " + KEY));
        assertThat(call("read", args("path", "nothing-" + KEY)).out()).doesNotContain(REST);
        assertThat(call("nothing", args("x", KEY)).out()).contains("unknown_tool");

        assertThat(log()).contains("echo ghp_…[masked]").doesNotContain(REST);
    }

    @Test
    void areHiddenWhereOnlyAVariableKnowsThem() throws Exception {
        Files.writeString(root.resolve("b.txt"), "one key three\n");
        DeftRun run =
                DeftRun.in(
                        root,
                        Map.of("MY_TOKEN", "one key three"),
                        "",
                        "call",
                        "bash",
                        "{\"command\":\"cat b.txt\"}");

        assertThat(run.out()).contains("…[masked]").doesNotContain("\"stdout\":\"one key");
    }

    @Test
    void areShownWhereARuleSaysSo() throws Exception {
        Path policy =
                Files.writeString(
                        root.resolve("p.json"),
                        """
                        {"rules": [{"permission": "read", "pattern": "**", "action": "allow"},
                                   {"permission": "secret", "pattern": "ghp_", "action": "allow"}]}
                        """);

        assertThat(call("read", args("path", "a.txt"), "--policy", policy.toString()).out())
                .contains(REST);
        assertThat(call("read", args("path", "a.txt")).out()).doesNotContain(REST);
    }

    @Test
    void areNotOverwrittenByTheirMask() throws Exception {
        DeftRun sought =
                call(
                        "edit",
                        args("path", "a.txt", "old_text", "key ghp_…[masked]", "new_text", "x"));
        assertThat(sought.out()).contains("\"code\":\"conflict\"", "hides a secret");
        DeftRun written =
                call("write", args("path", "a.txt", "content", "one\nkey ghp_…[masked]\nfour\n"));
        assertThat(written.out()).contains("\"code\":\"refused\"", "destroy the real value");
        DeftRun put =
                call("edit", args("path", "a.txt", "old_text", "one", "new_text", "ghp_…[masked]"));
        assertThat(put.out()).contains("\"code\":\"refused\"");
        DeftRun piped = call("bash", args("command", "echo 'ghp_…[masked]' > a.txt"));
        assertThat(piped.out()).contains("\"code\":\"refused\"");

        assertThat(root.resolve("a.txt")).hasContent("one\nkey " + KEY + "\nthree\n");
        assertThat(call("edit", args("path", "a.txt", "old_text", "three", "new_text", "4")).out())
                .contains("\"replacements\":1")
                .doesNotContain(REST);
        assertThat(root.resolve("a.txt")).hasContent("one\nkey " + KEY + "\n4\n");
    }

    @Test
    void areHiddenFromTheModelAndInTheEventsOfARun() throws Exception {
        try (var model =
                BothWires.following(
                        calls("read", args("path", "a.txt"))
                                .and("bash", args("command", "cat a.txt; echo " + KEY)),
                        says("Done."))) {
            DeftRun run =
                    DeftRun.in(
                            root,
                            model.environment("anthropic"),
                            "",
                            "run",
                            "look",
                            "--allow",
                            "bash *",
                            "--session",
                            "s",
                            "--output",
                            "stream-json");

            assertThat(run.out()).contains("ghp_…[masked]").doesNotContain(REST);
            assertThat(model.asked().getLast().lastResults())
                    .hasSize(2)
                    .allSatisfy(
                            it -> assertThat(it).contains("ghp_…[masked]").doesNotContain(REST));
        }
        assertThat(log()).doesNotContain(REST);
        assertThat(deft("sessions", "replay", "s", "--output", "stream-json").out())
                .doesNotContain(REST);
    }

    @Test
    void areHiddenInExportsOfLogsThatHaveThem() throws Exception {
        call("read", args("path", "a.txt"));
        Path file = root.resolve(".deft/sessions/s.jsonl");
        Files.writeString(file, log().replace("ghp_…[masked]", KEY));

        for (String format : new String[] {"jsonl", "markdown", "html"}) {
            assertThat(deft("sessions", "export", "s", "--format", format).out())
                    .doesNotContain(REST);
        }
        assertThat(deft("sessions", "show", "s").out()).doesNotContain(REST);
        assertThat(deft("sessions", "replay", "s").out()).doesNotContain(REST);
    }

    @Test
    void doNotKeepTheArgumentsOfRefusedCallsOutOfTheLog() throws Exception {
        Path policy = Files.writeString(root.resolve("p.json"), "{\"rules\": []}");
        call("write", args("path", "b.txt", "content", KEY), "--policy", policy.toString());
        call("read", args("wrong", "x"));

        assertThat(log())
                .contains("\"args\":{\"path\":\"b.txt\",\"content\":\"ghp_…[masked]\"}")
                .contains("\"args\":{\"wrong\":\"x\"}");
        assertThat(deft("sessions", "show", "s").out())
                .contains("write {\"path\":\"b.txt\"", "read {\"wrong\":\"x\"}");
        assertThat(deft("sessions", "export", "s", "--format", "markdown").out())
                .contains("b.txt", "wrong");
    }
}
