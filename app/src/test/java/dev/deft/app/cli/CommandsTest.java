package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bash` and `process` through the whole product, as a policy sets them up.
class CommandsTest {

    @TempDir private Path directory;
    private Path root;

    @BeforeEach
    void makeAWorkspace() throws IOException {
        root = Files.createDirectory(directory.resolve("workspace"));
    }

    private Path policy(String commands, String action, boolean headless) throws IOException {
        return Files.writeString(
                directory.resolve("policy.json"),
                """
                {"headless": %s, "rules": [{"permission": "*", "pattern": "*", "action": "%s"}], "commands": %s}
                """
                        .formatted(headless, action, commands));
    }

    private List<String> batch(String commands, String lines) throws IOException {
        Path file = policy(commands, "allow", true);
        DeftRun run = DeftRun.in(root, lines, "call", "--batch", "--policy", file.toString());
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @Test
    void tellSignalsFromExitCodesAndWhatTheySpent() throws Exception {
        List<String> answers =
                batch(
                        "{}",
                        """
                        {"id":1,"tool":"bash","args":{"command":"exit 137"}}
                        {"id":2,"tool":"bash","args":{"command":"kill -KILL $$"}}
                        """);

        assertThat(answers.get(0))
                .contains("\"exit_code\":137", "\"cpu_ms\":")
                .doesNotContain("signal");
        assertThat(answers.get(1)).contains("\"exit_code\":137", "\"signal\":\"SIGKILL\"");
    }

    @Test
    void goOnInTheBackgroundWhereThePolicySaysSo() throws Exception {
        List<String> answers =
                batch(
                        "{\"on_timeout\": \"background\"}",
                        """
                        {"id":1,"tool":"bash","args":{"command":"sleep 600","timeout_ms":200}}
                        {"id":2,"tool":"process","args":{"action":"status","process_id":"proc_1"}}
                        """);

        assertThat(answers.get(0)).contains("\"process_id\":\"proc_1\"", "\"exit_code\":0");
        assertThat(answers.get(1)).contains("\"running\":true");
    }

    @Test
    void areEndedAtTheirTimeOtherwise() throws Exception {
        assertThat(
                        batch(
                                        "{}",
                                        "{\"id\":1,\"tool\":\"bash\",\"args\":{\"command\":\"sleep 600\",\"timeout_ms\":200}}")
                                .getFirst())
                .contains("\"code\":\"timeout\"");
    }

    @Test
    void areUndoneWithTheSession() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\n");
        Path policy = policy("{\"changes\": \"undoable\"}", "allow", true);

        DeftRun.in(
                root,
                "",
                "call",
                "bash",
                "{\"command\":\"echo two >> a.txt; echo new > b.txt\"}",
                "--session",
                "s",
                "--policy",
                policy.toString());
        assertThat(root.resolve("a.txt")).hasContent("one\ntwo\n");
        assertThat(DeftRun.in(root, "", "sessions", "undo", "s").out())
                .isEqualTo("Undone: turn 1, a.txt, b.txt\n");

        assertThat(root.resolve("a.txt")).hasContent("one\n");
        assertThat(root.resolve("b.txt")).doesNotExist();
    }

    @Test
    void areTriedOutBeforeAPersonDecides() throws Exception {
        Files.writeString(root.resolve("a.txt"), "one\n");
        Path policy = policy("{\"changes\": \"review\"}", "ask", false);
        String call =
                "{\"id\":%d,\"tool\":\"bash\",\"args\":{\"command\":\"date +%%N >> log; echo two >> a.txt\"}}\n";

        List<String> answers =
                DeftRun.in(
                                root,
                                call.formatted(1)
                                        + "{\"id\":1,\"answer\":\"reject\"}\n"
                                        + call.formatted(2)
                                        + "{\"id\":2,\"answer\":\"once\"}\n",
                                "call",
                                "--batch",
                                "--policy",
                                policy.toString())
                        .out()
                        .lines()
                        .toList();

        assertThat(answers.get(0)).contains("\"preview\":\"Tried out", "+two");
        assertThat(answers.get(1)).contains("permission_denied");
        assertThat(answers.get(2)).contains("+two");
        assertThat(answers.get(3)).contains("\"exit_code\":0");
        assertThat(root.resolve("a.txt")).hasContent("one\ntwo\n");
        assertThat(answers.get(2))
                .as("what was shown is what was kept")
                .contains("+" + Files.readString(root.resolve("log")).strip());
    }

    @Test
    void areNotTriedOutWhereTheyCouldActElsewhere() throws Exception {
        Path policy =
                policy(
                        "{\"changes\": \"review\", \"host\": {\"address\": \"127.0.0.1:1\", \"names\": [\"systemctl\"]}}",
                        "ask",
                        false);

        List<String> answers =
                DeftRun.in(
                                root,
                                """
                                {"id":1,"tool":"bash","args":{"command":"systemctl"}}
                                {"id":1,"answer":"once"}
                                """,
                                "call",
                                "--batch",
                                "--policy",
                                policy.toString())
                        .out()
                        .lines()
                        .toList();

        assertThat(answers.get(0)).contains("\"ask\"").doesNotContain("preview");
        assertThat(answers.get(1)).contains("\"exit_code\":255", "Connection refused");
    }

    @Test
    void areDeniedUntriedWhereNobodyIsAsked() throws Exception {
        Path policy = policy("{\"changes\": \"review\"}", "ask", true);

        DeftRun run =
                DeftRun.in(
                        root,
                        "",
                        "call",
                        "bash",
                        "{\"command\":\"echo x > x\"}",
                        "--policy",
                        policy.toString());

        assertThat(run.out()).contains("permission_denied");
        assertThat(root.resolve("x")).doesNotExist();
    }
}
