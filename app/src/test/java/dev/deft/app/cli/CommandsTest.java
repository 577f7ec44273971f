package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /// What a script prints that runs as it is.
    private static String bash(Path directory, String script)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", script).directory(directory.toFile()).start();
        String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
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
    void outliveTheirSessionWhereThePolicySaysSo() throws Exception {
        Path policy = policy("{\"on_exit\": \"keep\"}", "allow", true);
        String command = "while [ ! -e go ]; do sleep 0.02; done; echo gone; exit 6";
        DeftRun.in(
                root,
                "",
                "call",
                "bash",
                "{\"command\":\"%s\",\"background\":true}".formatted(command),
                "--session",
                "s",
                "--policy",
                policy.toString());

        assertThat(process("list"))
                .contains("proc_1 runs (it outlives the session): while", "\"running\":true");
        assertThat(process("poll")).contains("\"running\":true", "\"output\":\"\"");
        Files.createFile(root.resolve("go"));
        long from = System.nanoTime();
        while (process("status").contains("\"running\":true")) {
            assertThat(System.nanoTime() - from).isLessThan(60_000_000_000L);
        }
        assertThat(process("status")).contains("\"exit_code\":6", "\"output\":\"gone\\n\"");
    }

    private String process(String action) {
        return DeftRun.in(
                        root,
                        "",
                        "call",
                        "process",
                        "{\"action\":\"%s\",\"process_id\":\"proc_1\"}".formatted(action),
                        "--session",
                        "s")
                .out();
    }

    @Test
    void endWithTheSessionThatIsDeleted() throws Exception {
        Path policy = policy("{\"on_exit\": \"keep\"}", "allow", true);
        DeftRun.in(
                root,
                "",
                "call",
                "bash",
                "{\"command\":\"sleep 600\",\"background\":true}",
                "--session",
                "s",
                "--policy",
                policy.toString());
        Path note = root.resolve(".deft/sessions/s/processes/proc_1/process.json");
        String number = Files.readString(note).replaceAll(".*\"process\":(\\d+).*\\n", "$1");
        ProcessHandle first = ProcessHandle.of(Long.parseLong(number)).orElseThrow();
        assertThat(first.isAlive()).isTrue();

        assertThat(DeftRun.in(root, "", "sessions", "delete", "s").err()).isEmpty();

        first.onExit().get(60, TimeUnit.SECONDS);
        assertThat(root.resolve(".deft/sessions/s")).doesNotExist();
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
    void areUndoneWithModesLinksAndDirectories() throws Exception {
        bash(root, "echo a > a; mkdir -p d/e; echo x > d/e/x; ln -s a l; chmod 640 a");
        String before = tree();
        Path policy = policy("{\"changes\": \"undoable\"}", "allow", true);

        DeftRun.in(
                root,
                "",
                "call",
                "bash",
                "{\"command\":\"chmod +x a; mv d moved; rm l; mkdir empty; ln -s a new\"}",
                "--session",
                "s",
                "--policy",
                policy.toString());
        String after = tree();
        assertThat(after).contains("moved/e/x", "empty").isNotEqualTo(before);
        assertThat(DeftRun.in(root, "", "sessions", "diff", "s").out())
                .contains("a: mode 640 -> 751", "l: link to a removed", "empty/: directory added");
        DeftRun.in(root, "", "sessions", "undo", "s");
        assertThat(tree()).isEqualTo(before);
        DeftRun.in(root, "", "sessions", "redo", "s");
        assertThat(tree()).isEqualTo(after);
    }

    private String tree() throws IOException, InterruptedException {
        return bash(
                root,
                "find . -path ./.deft -prune -o -path ./.home -prune -o -printf '%P %y %m %l\\n' | sort");
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

        assertThat(answers.get(0)).contains("\"preview\":\"In a dry run", "+two");
        assertThat(answers.get(1)).contains("permission_denied");
        assertThat(answers.get(2)).contains("+two");
        assertThat(answers.get(3)).contains("\"exit_code\":0");
        assertThat(root.resolve("a.txt")).hasContent("one\ntwo\n");
        assertThat(answers.get(2))
                .as("what was shown is what was kept")
                .contains("+" + Files.readString(root.resolve("log")).strip());
    }

    @Test
    void showEveryKindOfChangeBeforeAPersonDecides() throws Exception {
        bash(
                root,
                """
                echo one > a.txt; echo '#!' > run.sh; chmod 644 run.sh; ln -s a.txt link
                mkdir dir; echo x > dir/x; echo k > kept; echo m > m.txt; printf '\\0\\1' > b.bin
                mkdir mode; chmod 755 mode; git init -q .
                """);
        String command =
                "sed -i s/one/two/ a.txt; chmod +x run.sh; ln -sfn dir link; ln -s a.txt fresh;"
                        + " mkdir empty; rm -r dir; touch new; touch -d 2001-01-01 kept;"
                        + " mv m.txt moved.txt; printf '\\0\\2\\3' > b.bin; chmod 700 mode;"
                        + " head -c 2000000 /dev/zero > large; printf '\\e[2Jevil' > esc;"
                        + " git -c user.name=n -c user.email=e commit -q --allow-empty -m m";
        Path policy = policy("{\"changes\": \"review\"}", "ask", false);
        Json.Obj call =
                Json.Obj.EMPTY
                        .with("id", Json.Num.of(1))
                        .with("tool", "bash")
                        .with("args", Json.Obj.EMPTY.with("command", command));

        List<String> answers =
                DeftRun.in(
                                root,
                                JsonText.write(call) + "\n{\"id\":1,\"answer\":\"once\"}\n",
                                "call",
                                "--batch",
                                "--policy",
                                policy.toString())
                        .out()
                        .lines()
                        .toList();

        var ask = (Json.Obj) JsonText.parseObject(answers.getFirst()).find("ask").orElseThrow();
        String preview = ask.text("preview").orElseThrow();
        assertThat(preview.lines())
                .contains(
                        "run.sh: mode 644 -> 755",
                        "link: link to a.txt -> link to dir",
                        "fresh: link to a.txt added",
                        "empty/: directory added",
                        "dir/: directory removed",
                        "mode: mode 755 -> 700",
                        "new: empty file added, 0 bytes",
                        "kept: touched",
                        "b.bin: binary file changed, 2 bytes -> 3 bytes",
                        "large: large file added, 2000000 bytes",
                        "+two",
                        "-x",
                        "+m");
        assertThat(preview).contains(".git/: ", "␛[2Jevil").doesNotContain("\u001b");
        assertThat(answers.get(1)).contains("\"exit_code\":0");
        assertThat(bash(root, "readlink link; cat a.txt; stat -c %a run.sh mode"))
                .isEqualTo("dir\ntwo\n755\n700\n");
        assertThat(bash(root, "git log --format=%s; git fsck")).startsWith("m\n");
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
