package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Look mode as people meet it on the command line.
class LookModeCommandTest {

    private static final String LOOK =
            """
            {"headless": %s, "rules": [{"permission": "bash", "pattern": "*", "action": "allow", "mode": "look"}]}
            """;

    @TempDir Path root;

    private DeftRun deft(String stdin, String... words) {
        return DeftRun.in(root, stdin, words);
    }

    @BeforeEach
    void writePolicies() throws IOException {
        Files.writeString(root.resolve("headless.json"), LOOK.formatted("true"));
        Files.writeString(root.resolve("asking.json"), LOOK.formatted("false"));
    }

    private static String bash(String command) {
        return JsonText.write(Json.Obj.EMPTY.with("command", command));
    }

    private List<String> asked(String... lines) {
        String batch = String.join("\n", lines) + "\n";
        return deft(batch, "call", "--batch", "--policy", "asking.json", "--session", "s")
                .out()
                .lines()
                .toList();
    }

    private static String touching(int id, String file) {
        return "{\"id\":%d,\"tool\":\"bash\",\"args\":{\"command\":\"touch %s\"}}"
                .formatted(id, file);
    }

    @Test
    void isExplained() throws Exception {
        DeftRun ran =
                deft("", "policy", "explain", "bash", bash("git tag"), "--policy", "headless.json");

        assertThat(ran.out())
                .contains("The manifest rule `look bash *` allows git tag in look mode.")
                .endsWith("→ allow in look mode\n");

        Json.Obj decided =
                JsonText.parseObject(
                        deft(
                                        "",
                                        "call",
                                        "--decide",
                                        "bash",
                                        bash("git tag"),
                                        "--policy",
                                        "headless.json")
                                .out());
        Json.Obj data = (Json.Obj) decided.find("data").orElseThrow();
        assertThat(data.text("decision")).contains("allow");
        assertThat(data.text("mode")).contains("look");
    }

    @Test
    void isStoredForAProjectAsItIsWritten() {
        assertThat(deft("", "policy", "add", "look", "bash", "*").out())
                .isEqualTo("Stored for this workspace: look bash *\n");
        assertThat(deft("", "policy", "list").out()).isEqualTo("  1  look bash *\n");
        assertThat(deft("", "policy", "list", "--json").out()).contains("\"mode\" : \"look\"");
        assertThat(deft("", "call", "bash", bash("touch a; ls"), "--session", "s").out())
                .contains("\"mode\":\"look\"");
        assertThat(root.resolve("a")).doesNotExist();
        assertThat(deft("", "policy", "revoke", "look", "bash", "*").code()).isZero();
        assertThat(deft("", "policy", "list").out()).doesNotContain("look");
    }

    @Test
    void isRefusedWhereItMakesNoSense() throws IOException {
        DeftRun added = deft("", "policy", "add", "look", "fs.write", "**");
        assertThat(added.code()).isEqualTo(2);
        assertThat(added.err()).contains("needs the permission bash, shell.run or *, not fs.write");

        Files.writeString(
                root.resolve("bad.json"),
                "{\"rules\": [{\"permission\": \"bash\", \"pattern\": \"*\", \"action\": \"deny\", \"mode\": \"look\"}]}");
        DeftRun read = deft("", "call", "bash", bash("ls"), "--policy", "bad.json");
        assertThat(read.code()).isEqualTo(2);
        assertThat(read.err())
                .contains("bad.json", "needs the action allow, not deny")
                .hasLineCount(1);

        DeftRun allowed = deft("", "run", "--allow", "look read **", "x");
        assertThat(allowed.code()).isEqualTo(2);
    }

    @Test
    void tellsHeadlessWhatWouldLetACommandThrough() {
        DeftRun ran = deft("", "call", "bash", bash("touch a"), "--policy", "headless.json");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("\"exit_code\":1", "\"mode\":\"look\"")
                .contains("`allow bash touch a` would let it run");
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void offersToRunInFullWhatFailed() {
        List<String> lines =
                asked(
                        touching(1, "a"),
                        "{\"id\":1,\"answer\":\"session\"}",
                        touching(2, "a"),
                        touching(3, "b"),
                        "{\"id\":3,\"answer\":\"reject\"}",
                        touching(4, "c"),
                        "{\"id\":4,\"answer\":\"project\"}");

        assertThat(lines).hasSize(7);
        assertThat(lines.get(0))
                .startsWith("{\"id\":1,\"ask\":{\"type\":\"approval\",\"tool\":\"bash\"")
                .contains("In look mode, where nothing it does lasts, it failed: touch: cannot")
                .contains("\"rules\":[\"allow bash touch a\"]");
        assertThat(lines.get(1)).contains("\"exit_code\":0").doesNotContain("\"mode\"");
        assertThat(lines.get(2)).startsWith("{\"id\":2,\"result\"").contains("\"exit_code\":0");
        assertThat(lines.get(4)).contains("\"exit_code\":1", "said no");
        assertThat(lines.get(6)).contains("\"exit_code\":0");
        assertThat(root.resolve("a")).exists();
        assertThat(root.resolve("b")).doesNotExist();
        assertThat(root.resolve("c")).exists();
        assertThat(deft("", "policy", "list").out()).isEqualTo("  1  allow bash touch c\n");
        assertThat(asked(touching(5, "a"))).singleElement().asString().contains("\"exit_code\":0");
    }

    @Test
    void isInTheLogOfTheSession() throws IOException {
        asked(touching(1, "a"), "{\"id\":1,\"answer\":\"once\"}");

        assertThat(Files.readAllLines(root.resolve(".deft/sessions/s.jsonl")))
                .filteredOn(it -> it.contains("\"role\":\"decision\""))
                .hasSize(2)
                .satisfiesExactly(
                        it -> assertThat(it).contains("\"mode\":\"look\""),
                        it ->
                                assertThat(it)
                                        .contains("\"answer\":\"once\"")
                                        .doesNotContain("\"mode\":\"look\""));
    }
}
