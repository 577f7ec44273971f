package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft mcp list`, `add` and `remove`.
class McpServersTest {

    @TempDir private Path directory;
    private Path root;
    private Path own;
    private Path project;

    @BeforeEach
    void makeAWorkspace() throws Exception {
        root = directory.toRealPath().resolve("work");
        Files.createDirectories(root.resolve(".deft"));
        own = directory.toRealPath().resolve("home/config/agent.json");
        project = root.resolve(".deft/agent.json");
    }

    private DeftRun mcp(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "mcp";
        System.arraycopy(words, 0, all, 1, words.length);
        return DeftRun.in(root, Map.of("DEFT_HOME", directory.resolve("home").toString()), "", all);
    }

    private Json read(Path file) throws Exception {
        return JsonText.parse(Files.readString(file));
    }

    @Test
    void addsListsAndRemovesServersOfTheUser() throws Exception {
        assertThat(mcp("list").out()).startsWith("There are no MCP servers.");
        assertThat(mcp("add", "files", "--env", "A=b=c", "--timeout", "5", "--", "npx", "-y", "x"))
                .isEqualTo(
                        new DeftRun(
                                0,
                                "Added files to %s\nTry it: deft mcp test files\n".formatted(own),
                                ""));
        assertThat(mcp("add", "far", "https://h/mcp", "--header", "X-A: b:c ").code()).isZero();
        assertThat(read(own))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"mcp": {
                                  "files": {"command": "npx", "args": ["-y", "x"],
                                            "env": {"A": "b=c"}, "timeout": 5},
                                  "far": {"url": "https://h/mcp", "headers": {"X-A": "b:c"}}}}
                                """));
        assertThat(mcp("list").out())
                .containsPattern("files +used +npx -y x +\\S+agent.json:3")
                .containsPattern("far +used +https://h/mcp");
        assertThat(mcp("remove", "files").out()).isEqualTo("Removed files from " + own + "\n");
        assertThat(JsonText.write(read(own))).doesNotContain("files");
        DeftRun again = mcp("remove", "files");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("there is no server \"files\" to remove");
    }

    @Test
    void saysThatAWorkspaceMustBeTrusted() throws Exception {
        DeftRun added = mcp("add", "a", "--scope", "project", "--", "./server");
        assertThat(added.out())
                .contains("It starts only where the workspace is trusted: deft trust add");
        assertThat(mcp("list").out())
                .containsPattern("a +not trusted +./server +.deft/agent.json:3")
                .contains("  a: the workspace is not trusted; see deft trust");
        Json.Obj listed =
                (Json.Obj)
                        ((Json.Arr) JsonText.parse(mcp("list", "--json").out())).items().getFirst();
        assertThat(listed)
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"name": "a", "kind": "program", "command": ["./server"],
                                 "scope": "project", "file": ".deft/agent.json", "line": 3,
                                 "state": "untrusted",
                                 "why": "the workspace is not trusted; see deft trust"}
                                """));
        assertThat(deft("trust", "add", "--yes").code()).isZero();
        assertThat(mcp("list").out()).containsPattern("a +used");
        assertThat(mcp("add", "b", "--scope=project", "http://localhost:1/").out())
                .contains("b starts once you trust the changed file: deft trust add");
        assertThat(mcp("list").out()).containsPattern("a +not trusted");
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(
                root, Map.of("DEFT_HOME", directory.resolve("home").toString()), "", words);
    }

    @Test
    void knowsTwoServersByName() throws Exception {
        mcp("add", "browser");
        mcp("add", "playwright", "--", "--headless");
        assertThat(read(own))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"mcp": {
                                  "browser": {"command": "npx",
                                              "args": ["-y", "chrome-devtools-mcp@latest"]},
                                  "playwright": {"command": "npx",
                                              "args": ["-y", "@playwright/mcp@latest", "--headless"]}}}
                                """));
    }

    @Test
    void refusesWhatItCannotWriteInOneSentence() throws Exception {
        mcp("add", "there", "--", "x");
        String before = Files.readString(own);
        for (List<String> words :
                List.of(
                        List.of("add"),
                        List.of("add", "a"),
                        List.of("add", "there", "--", "y"),
                        List.of("add", "a b", "--", "x"),
                        List.of("add", "../x", "--", "x"),
                        List.of("add", "a", "http://"),
                        List.of("add", "a", "ftp://h/"),
                        List.of("add", "a", "https://h/", "more"),
                        List.of("add", "a", "https://h/", "--env", "A=b"),
                        List.of("add", "a", "--header", "A: b", "--", "x"),
                        List.of("add", "a", "--env", "A", "--", "x"),
                        List.of("add", "a", "--timeout", "soon", "--", "x"),
                        List.of("add", "a", "--env", "API_TOKEN=abc", "--", "x"),
                        List.of("add", "a", "--scope", "world", "--", "x"),
                        List.of("remove"),
                        List.of("remove", "a", "b"),
                        List.of("list", "a"),
                        List.of("list", "--dialect", "none"),
                        List.of("sing"))) {
            DeftRun run = mcp(words.toArray(String[]::new));
            assertThat(run.code()).as("%s", words).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err().lines()).as("%s", words).hasSize(1);
        }
        assertThat(Files.readString(own)).isEqualTo(before);
    }

    @Test
    void asksWhichOfTwoIsMeant() throws Exception {
        mcp("add", "a", "--", "x");
        mcp("add", "a", "--scope", "project", "--", "y");
        DeftRun both = mcp("remove", "a");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("--scope user or --scope project");
        assertThat(mcp("remove", "a", "--scope", "project").code()).isZero();
        assertThat(Files.readString(project)).isEqualTo("{\n  \"mcp\": {}\n}\n");
    }

    @Test
    void showsTheInstanceToolsOfAegisAsBuiltIn() throws Exception {
        Path file = Files.createDirectories(root.resolve(".aegis")).resolve("agent.json");
        Files.writeString(file, "{\"mcp\": {\"aegis\": {\"command\": \"aegis-mcp-guest\"}}}");
        deft("trust", "add", "--yes");
        assertThat(mcp("list", "--dialect", "aegis").out())
                .containsPattern("aegis +built in +aegis-mcp-guest")
                .contains("aegis: its tools are built in");
    }

    @Test
    void letsNoCommandOfAFileReachTheTerminalUnread() throws Exception {
        Files.writeString(
                project,
                "{\"mcp\": {\"a\": {\"command\": \"x\\u001b[2Jy\", \"args\": [\"\\n\"]}}}");
        assertThat(mcp("list").out()).doesNotContain("\u001b").contains("x");
    }
}
