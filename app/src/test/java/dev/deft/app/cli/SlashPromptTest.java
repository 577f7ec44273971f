package dev.deft.app.cli;

import static dev.deft.app.cli.Reply.says;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft run "/name …"` and `deft commands`.
class SlashPromptTest {

    @TempDir private Path root;

    private void command(String name, String text) throws IOException {
        Path file = root.resolve(".deft/commands").resolve(name + ".md");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private record Ran(DeftRun run, List<String> sent) {}

    private Ran run(String... words) throws Exception {
        try (var model = BothWires.following(says("Done."))) {
            String[] all = new String[words.length + 1];
            all[0] = "run";
            System.arraycopy(words, 0, all, 1, words.length);
            DeftRun ran = DeftRun.in(root, model.environment("anthropic"), "", all);
            return new Ran(ran, model.asked().stream().map(it -> it.body()).toList());
        }
    }

    @Test
    void sendsTheCommandWithItsArgumentsFilesAndOutputs() throws Exception {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(root.resolve("docs/style.md"), "Be brief.");
        command("review", "Review $1 by @docs/style.md. There is: !`ls docs`");
        Ran ran = run("/review src/A.java");
        assertThat(ran.run().code()).as(ran.run().err()).isZero();
        assertThat(ran.sent().getFirst())
                .contains("Review src/A.java by @docs/style.md. There is: style.md")
                .contains("<file path=\\\"docs/style.md\\\">\\nBe brief.\\n</file>");
    }

    @Test
    void sendsNothingWhereAProgramOrFileIsRefused() throws Exception {
        Path policy =
                Files.writeString(
                        root.resolve("policy.json"),
                        """
                        {"rules": [{"permission": "fs.read", "pattern": "**", "action": "allow"},
                                   {"permission": "bash", "pattern": "*", "action": "deny"}]}
                        """);
        command("log", "Sum up: !`git log`");
        Ran ran = run("/log", "--policy", policy.toString());
        assertThat(ran.run().code()).isEqualTo(1);
        assertThat(ran.run().err()).contains("/log needs `git log`", "Nothing was sent.");
        assertThat(ran.sent()).isEmpty();
        command("steal", "See @/etc/passwd");
        ran = run("/steal");
        assertThat(ran.run().code()).isEqualTo(1);
        assertThat(ran.run().err()).contains("/steal needs @/etc/passwd", "Nothing was sent.");
        assertThat(ran.sent()).isEmpty();
    }

    @Test
    void takesTheAgentOfTheCommandAndTheModelOnlyOfTheUsersOwn() throws Exception {
        command("look", "---\nagent: plan\nmodel: openai/expensive\n---\nLook.");
        Ran ran = run("/look", "--output", "stream-json");
        assertThat(ran.run().out()).contains("\"agent\":\"plan\"");
        assertThat(ran.run().err()).contains("names a model");
        assertThat(ran.sent().getFirst()).doesNotContain("expensive");
        command("wrong", "---\nagent: nobody\n---\nLook.");
        assertThat(run("/wrong").run().code()).isEqualTo(2);
    }

    @Test
    void namesTheNearestCommandAndLetsPathsThrough() throws Exception {
        command("review", "Review $1.");
        Ran ran = run("/reviw src/A.java");
        assertThat(ran.run().code()).isEqualTo(2);
        assertThat(ran.run().err()).contains("there is no command /reviw", "review");
        assertThat(ran.sent()).isEmpty();
        assertThat(run("/etc/hosts is wrong").sent().getFirst()).contains("/etc/hosts is wrong");
        assertThat(run("/tmp is full").sent().getFirst()).contains("/tmp is full");
    }

    /// A command is read when it is called: what it says now is judged now.
    @Test
    void usesTheFileAsItIsNow() throws Exception {
        command("log", "First.");
        assertThat(run("/log").sent().getFirst()).contains("First.");
        command("log", "Second.");
        assertThat(run("/log").sent().getFirst()).contains("Second.").doesNotContain("First.");
    }

    @Test
    void areListedAndShown() throws Exception {
        assertThat(DeftRun.in(root, "", "commands").out()).contains("no slash commands");
        command("git/sum", "---\ndescription: Sums up.\nargument-hint: FILE\n---\nSum up $1.");
        command("bad", "---\nx: [\n---\nBad.");
        DeftRun listed = DeftRun.in(root, "", "commands");
        assertThat(listed.out()).contains("/git:sum FILE", "Sums up.");
        assertThat(listed.err()).contains(".deft/commands/bad.md");
        assertThat(DeftRun.in(root, "", "commands", "show", "/git:sum").out())
                .contains("Sum up $1.", "arguments: FILE");
        assertThat(DeftRun.in(root, "", "commands", "show", "gitsum").code()).isEqualTo(1);
        assertThat(DeftRun.in(root, "", "commands", "fly").code()).isEqualTo(2);
        assertThat(DeftRun.in(root, "", "commands", "--json").out())
                .contains("\"argument_hint\"", "\"template\"", "\"problems\"");
    }
}
