package dev.deft.app.interactive;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the screen shows of sub-agents, and how one looks into their work.
@Tag("slow")
class SubAgentScreensTest {

    @TempDir private Path directory;

    @Test
    void showTheirWork() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("explore it").press("Enter");
            HeldAnswer parent = model.next();
            parent.say("Two agents look at it.")
                    .call(
                            "task",
                            "subagent_type",
                            "explore",
                            "prompt",
                            "Find the border of the discount.")
                    .call(
                            "task",
                            "subagent_type",
                            "explore",
                            "prompt",
                            "Find the tests of the cart.")
                    .end();
            HeldAnswer border =
                    model.next(it -> it.contains("Find the border") && !it.contains("explore it"));
            HeldAnswer tests =
                    model.next(it -> it.contains("Find the tests") && !it.contains("explore it"));
            border.say("I look at Cart.java.").call("read", "path", "Cart.java").end();
            HeldAnswer more =
                    model.next(it -> it.contains("Find the border") && !it.contains("explore it"));
            tests.say("There is one test.\n");
            terminal.await("There is one test");
            GoldenScreens.shows(
                    terminal,
                    "sub-agents-80x24",
                    "terminal-sub-agents.svg",
                    "A terminal: two sub-agents at work, each with what it does now");
            terminal.press("C-t").await("Look into");
            GoldenScreens.shows(terminal, "sub-agent-picker-80x24");
            terminal.press("Enter").await("read Cart.java  lines");
            GoldenScreens.shows(terminal, "sub-agent-page-80x24");
            terminal.press("q");
            terminal.awaitGone("read Cart.java  lines");
            more.say("The border is in line 12.").end();
            tests.say("It is CartTest.java.").end();
            model.next().say("All found.").end();
            terminal.await("All found.");
            GoldenScreens.shows(terminal, "sub-agents-done-80x24");
        }
    }
}
