package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory on real files, through the whole program.
class MemoryTest {

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private Json.Obj call(String tool, String arguments, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("call", tool, arguments.replace('\'', '"')));
        words.addAll(List.of(options));
        return JsonText.parseObject(deft(words.toArray(String[]::new)).out());
    }

    private static String code(Json.Obj envelope) {
        return ((Json.Obj) envelope.find("metadata").orElseThrow()).text("code").orElse("none");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void isListedAndShown() throws IOException {
        write("memory/facts/a.md", "# A\n> Summary: first things\n\ntext\n");
        write("MEMORY.md", "main\n");
        DeftRun list = deft("memory");
        assertThat(list.code()).isZero();
        assertThat(list.out()).contains("MEMORY.md", "memory/facts/a.md", "first things");
        assertThat(deft("memory", "show", "memory/facts/a.md").out())
                .isEqualTo("# A\n> Summary: first things\n\ntext\n");
        assertThat(JsonText.parseObject(deft("memory", "--json").out()).find("files")).isPresent();
    }

    @Test
    void isListedAlsoWhereGitIgnoresIt() throws IOException {
        write("memory/a.md", "> Summary: private\n");
        Files.createDirectories(root.resolve(".git"));
        Files.writeString(root.resolve(".gitignore"), "memory/\n");
        assertThat(deft("memory").out()).contains("memory/a.md");
    }

    @Test
    void hasExitCodes() {
        assertThat(deft("memory", "search").code()).isEqualTo(2);
        assertThat(deft("memory", "nonsense").code()).isEqualTo(2);
        assertThat(deft("memory", "search", "--max", "many", "x").code()).isEqualTo(2);
        assertThat(deft("memory", "search", "--max", "0", "x").code()).isEqualTo(2);
        assertThat(deft("memory", "show", "memory/none.md").code()).isEqualTo(1);
        assertThat(deft("memory").out()).isEqualTo("There are no memory files yet.\n");
    }

    @Test
    void doesNotFollowLinksOut(@TempDir Path outside) throws IOException {
        Path secret = Files.writeString(outside.resolve("secret.md"), "> Summary: theirs\n");
        Files.createDirectories(root.resolve("memory"));
        Files.createSymbolicLink(root.resolve("memory/link.md"), secret);
        Files.createSymbolicLink(root.resolve("memory/dir"), outside);
        Files.writeString(root.resolve("plain.md"), "plain");
        Files.createSymbolicLink(root.resolve("memory/in.md"), Path.of("../plain.md"));
        assertThat(deft("memory").out()).isEqualTo("There are no memory files yet.\n");
        for (String path : List.of("memory/link.md", "memory/dir/secret.md", "memory/in.md")) {
            assertThat(code(call("memory_read", "{'path':'%s'}".formatted(path))))
                    .as(path)
                    .isEqualTo("capability_denied");
            assertThat(code(call("memory_append", "{'path':'%s','entry':'x'}".formatted(path))))
                    .as(path)
                    .isEqualTo("capability_denied");
        }
        assertThat(secret).hasContent("> Summary: theirs");
    }

    @Test
    void obeysRules() throws IOException {
        write("memory/open.md", "open walrus\n");
        write("memory/closed/a.md", "closed walrus\n");
        write(
                "p.json",
                """
                {"rules": [{"permission": "fs.read", "pattern": "**", "action": "allow"},
                           {"permission": "fs.read", "pattern": "memory/closed/**", "action": "deny"}]}
                """);
        String policy = root.resolve("p.json").toString();
        assertThat(call("memory_list", "{}", "--policy", policy).toString())
                .contains("memory/open.md")
                .doesNotContain("closed");
        assertThat(call("memory_search", "{'query':'walrus'}", "--policy", policy).toString())
                .contains("memory/open.md")
                .doesNotContain("closed");
        assertThat(
                        code(
                                call(
                                        "memory_append",
                                        "{'path':'memory/open.md','entry':'x'}",
                                        "--policy",
                                        policy)))
                .isEqualTo("permission_denied");
    }

    @Test
    void canBeUndone() throws IOException {
        write("memory/a.md", "before\n");
        call("memory_append", "{'path':'memory/a.md','entry':'after'}", "--session", "s");
        assertThat(root.resolve("memory/a.md")).hasContent("before\nafter");
        assertThat(deft("sessions", "undo", "s").code()).isZero();
        assertThat(root.resolve("memory/a.md")).hasContent("before");
    }

    @Test
    void searchesFurtherFilesByGlob() throws IOException {
        write("docs/guide.md", "the walrus sleeps on ice floes\n");
        assertThat(call("memory_search", "{'query':'walrus ice'}").toString())
                .doesNotContain("guide.md");
        write(".deft/agent.json", "{\"memory\": {\"globs\": [\"docs/**/*.md\"]}}");
        assertThat(call("memory_search", "{'query':'walrus ice'}").toString())
                .contains("docs/guide.md");
    }

    @Test
    void isInThePromptWhereTheSettingsSaySo() throws Exception {
        write("memory/a.md", "> Summary: the walrus project\n");
        assertThat(firstRequest()).doesNotContain("walrus");
        write(".deft/agent.json", "{\"memory\": {\"in_prompt\": true}}");
        assertThat(firstRequest()).contains("- memory/a.md: the walrus project");
    }

    private String firstRequest() throws Exception {
        try (var model = BothWires.following(says("Hello."))) {
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "", "run", "hi");
            assertThat(ran.code()).as(ran.err()).isZero();
            return model.asked().getFirst().body();
        }
    }

    @Test
    @Tag("slow")
    void losesNoEntryOfTwoProcesses() throws Exception {
        int entries = 40;
        Process one = appending("one", entries);
        Process two = appending("two", entries);
        assertThat(one.waitFor()).isZero();
        assertThat(two.waitFor()).isZero();
        var expected = new TreeSet<String>();
        for (int i = 0; i < entries; i++) {
            expected.add("- one " + i);
            expected.add("- two " + i);
        }
        List<String> lines = Files.readAllLines(root.resolve("memory/log.md"));
        assertThat(lines).hasSize(2 * entries + 2);
        assertThat(lines.getFirst()).startsWith("> Summary: ");
        assertThat(new TreeSet<>(lines.subList(2, lines.size()))).isEqualTo(expected);
    }

    private Process appending(String name, int entries) throws IOException {
        Process process =
                DeftProcess.builder(root, java.util.Map.of(), "call", "--batch")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            for (int i = 0; i < entries; i++) {
                in.write(
                        "{\"id\":%d,\"tool\":\"memory_append\",\"args\":{\"path\":\"memory/log.md\",\"entry\":\"- %s %d\",\"summary\":\"by %s\"}}\n"
                                .formatted(i, name, i, name));
            }
        }
        return process;
    }
}
