package dev.deft.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Slash commands: which there are, and what becomes of their placeholders.
class SlashCommandsTest {

    @TempDir private Path directory;

    private final List<String> scripts = new ArrayList<>();

    private final CommandSources sources =
            new CommandSources() {
                @Override
                public Optional<List<Part>> read(String path) throws CommandException {
                    if (path.startsWith("/")) {
                        throw new CommandException("refused");
                    }
                    return path.startsWith("docs/")
                            ? Optional.of(
                                    List.of(new Part.Text("content of " + path + " $1 @docs/b")))
                            : Optional.empty();
                }

                @Override
                public String run(String script) {
                    scripts.add(script);
                    return "printed $1 @docs/a\n";
                }
            };

    private static SlashCommand command(String template) {
        return new SlashCommand(
                "x",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                template,
                "x.md",
                true);
    }

    private List<Part> expanded(String template, String arguments) throws Exception {
        return command(template).expand(arguments, sources).parts();
    }

    private String text(String template, String arguments) throws Exception {
        return ((Part.Text) expanded(template, arguments).getFirst()).text();
    }

    @Test
    void putArgumentsInTheirPlaces() throws Exception {
        assertThat(text("Review $1 for $2, $9: $ARGUMENTS.", "src/A.java 'two words' \"x\""))
                .isEqualTo("Review src/A.java for two words, : src/A.java 'two words' \"x\".");
        assertThat(text("Costs $$1 and \\$1, $10, $1x, $ARGUMENTSX, a\\@b.", "one"))
                .isEqualTo("Costs $1 and $1, $10, onex, $ARGUMENTSX, a@b.");
    }

    @Test
    void appendArgumentsThatHaveNoPlace() throws Exception {
        assertThat(text("Review it.", "with care")).isEqualTo("Review it.\n\nwith care");
        assertThat(text("Review it.", "")).isEqualTo("Review it.");
    }

    /// Arguments that look like placeholders are text, and so are outputs and files.
    @Test
    void fillInNothingTwice() throws Exception {
        assertThat(text("$1|$2|$ARGUMENTS", "$2 !`rm` @docs/a"))
                .isEqualTo("$2|!`rm`|$2 !`rm` @docs/a");
        assertThat(scripts).isEmpty();
        assertThat(expanded("See !`git log` and @docs/a.", "one"))
                .containsExactly(
                        new Part.Text("See printed $1 @docs/a and @docs/a.\n\none"),
                        new Part.Text("content of docs/a $1 @docs/b"));
    }

    @Test
    void leaveWordsAloneThatNameNoFile() throws Exception {
        assertThat(expanded("Add @Override, mail a@docs/a.org, see @docs/a and @docs/a.", ""))
                .containsExactly(
                        new Part.Text("Add @Override, mail a@docs/a.org, see @docs/a and @docs/a."),
                        new Part.Text("content of docs/a $1 @docs/b"));
        assertThatThrownBy(() -> expanded("@/etc/passwd", "")).hasMessage("refused");
    }

    @Test
    void giveArgumentsToProgramsAsLiteralWords() throws Exception {
        text("!`git diff $1 \"$2\" -- $ARGUMENTS`", "a;rm \"it's $(x)\" don't");
        assertThat(scripts)
                .containsExactly(
                        "git diff 'a;rm' 'it'\\''s $(x)' -- 'a;rm' 'it'\\''s $(x)' 'don'\\''t'");
        for (String unsafe :
                List.of("echo \"x $1\"", "sh -c 'x $1'", "echo \"$(x $1)\"", "echo $'a' $1")) {
            assertThatThrownBy(() -> text("!`" + unsafe + "`", "a"))
                    .isInstanceOf(CommandException.class);
        }
        assertThatThrownBy(() -> text("!`echo $1`", "'a\nb'")).isInstanceOf(CommandException.class);
    }

    /// What a shell makes of the script is what was written, whatever was written.
    @Test
    void reachProgramsAsTheyWereWritten() throws Exception {
        var random = new Random(7);
        String letters = "ab '\"$`\\;|&<>(){}*?!#~\t-=%";
        for (int i = 0; i < 60; i++) {
            var word = new StringBuilder("x");
            for (int n = random.nextInt(12); n > 0; n--) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            var arguments = new Arguments(word.toString(), List.of(word.toString()));
            if (word.indexOf("\t") >= 0) {
                continue;
            }
            String script = Quoting.script("printf %s $1; printf %s \"$1\"", arguments);
            Process process = new ProcessBuilder("bash", "-c", script).start();
            assertThat(
                            new String(
                                    process.getInputStream().readAllBytes(),
                                    java.nio.charset.StandardCharsets.UTF_8))
                    .isEqualTo(word.toString().repeat(2));
        }
    }

    @Test
    void nameAtMostTwentyFilesAndPrograms() {
        assertThatThrownBy(() -> text("!`x` ".repeat(21), "")).hasMessageContaining("more than 20");
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void areFoundInTheProjectAndThenWithTheUser() throws Exception {
        write(
                "work/.deft/commands/review.md",
                "---\ndescription: Reviews.\nargument-hint: [file]\n---\nReview $1.");
        write("work/.claude/commands/review.md", "Another.");
        write("work/.claude/commands/git/sum.md", "Sum up.");
        write(
                "config/commands/own.md",
                "---\nagent: plan\nmodel: a/b\nallowed-tools: Bash(*)\n---\nOwn.");
        write("config/commands/review.md", "Mine.");
        SlashCommands commands = read();
        assertThat(commands.list())
                .extracting(SlashCommand::name)
                .containsExactly("git:sum", "own", "review");
        assertThat(commands.hidden()).hasSize(2);
        assertThat(commands.problems()).isEmpty();
        SlashCommand review = commands.find("review").orElseThrow();
        assertThat(review.description()).contains("Reviews.");
        assertThat(review.argumentHint()).contains("[file]");
        assertThat(review.ofUser()).isFalse();
        SlashCommand own = commands.find("own").orElseThrow();
        assertThat(own.agent()).contains("plan");
        assertThat(own.model()).contains("a/b");
        assertThat(own.ofUser()).isTrue();
    }

    private SlashCommands read() throws IOException {
        return SlashCommands.read(
                Files.createDirectories(directory.resolve("work")).toRealPath(),
                directory.resolve("config"));
    }

    @Test
    void withAMistakeHideNoOthersAndAreTold() throws Exception {
        write("work/.deft/commands/good.md", "Good.");
        write("work/.deft/commands/bad.md", "---\ndescription: [a\n---\nBad.");
        write("work/.deft/commands/list.md", "---\nmodel: [a]\n---\nBad.");
        write("work/.deft/commands/alias.md", "---\nx: &a 1\ny: *a\n---\nBad.");
        write("work/.deft/commands/empty.md", "---\nagent: plan\n---\n");
        write("work/.deft/commands/not a name.md", "Bad.");
        write("work/.deft/commands/large.md", "x".repeat(70_000));
        write("secret.md", "Secret.");
        Files.createSymbolicLink(
                directory.resolve("work/.deft/commands/link.md"), directory.resolve("secret.md"));
        SlashCommands commands = read();
        assertThat(commands.list()).extracting(SlashCommand::name).containsExactly("good");
        assertThat(commands.problems())
                .hasSize(7)
                .anyMatch(it -> it.startsWith(".deft/commands/list.md: ") && it.contains("line 2"))
                .anyMatch(it -> it.contains("link.md") && it.contains("leads elsewhere"));
    }

    @Test
    void areCalledByPromptsThatLookLikeIt() {
        assertThat(SlashCommands.called("/review src/A.java\nmore"))
                .contains(new SlashCommands.Call("review", "src/A.java\nmore"));
        assertThat(SlashCommands.called("/git:sum"))
                .contains(new SlashCommands.Call("git:sum", ""));
        for (String text :
                List.of(
                        "/etc/hosts is broken",
                        "/ x",
                        "// x",
                        " /review",
                        "a /review",
                        "/a.b c",
                        "")) {
            assertThat(SlashCommands.called(text)).as(text).isEmpty();
        }
    }
}
