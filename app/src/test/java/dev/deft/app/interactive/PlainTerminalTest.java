package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Terminals without colors, and terminals that can do nothing but print lines.
@Tag("slow")
class PlainTerminalTest {

    @TempDir private Path directory;

    @Test
    void hasNoColorsWhenTheUserWantsNone() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).with("NO_COLOR", "1").deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            answer.say(
                            "# Heading\n\nSome **bold** text, `code` and [a link](https://a.example).\n\n")
                    .say("```java\nint a = 1; // one\n```\n\n")
                    .call(
                            "edit",
                            "path",
                            "Cart.java",
                            "old_text",
                            "sum > DISCOUNT_FROM",
                            "new_text",
                            "sum >= DISCOUNT_FROM")
                    .end();
            terminal.await("Allow once");
            GoldenScreens.shows(terminal, "no-color-80x24");
            terminal.answer("y", "Allow once");
            model.next().say("Done.").end();
            terminal.await("Done.");
            assertThat(terminal.printed())
                    .contains("\u001b[1m")
                    .doesNotContainPattern(
                            "\u001b\\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]");
        }
    }

    @Test
    void talksInLinesToADumbTerminal() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).with("TERM", "dumb").deft()) {
            terminal.await(
                    "the prompt", it -> it.stream().anyMatch(line -> line.strip().equals(">")));
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            answer.say("I **write** it.").call("write", "path", "a.txt", "content", "one\n").end();
            terminal.await("eject");
            terminal.type("o").press("Enter");
            model.next().say("It is written.").end();
            terminal.await("It is written.");
            GoldenScreens.shows(terminal, "dumb-80x24");
            terminal.type("/quit").press("Enter");
            assertThat(terminal.end()).isZero();
            assertThat(terminal.printed()).doesNotContain("\u001b");
            assertThat(project.root().resolve("a.txt")).hasContent("one\n");
        }
    }
}
