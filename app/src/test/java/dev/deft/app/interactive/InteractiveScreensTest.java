package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// What the screen shows in each part of a conversation, in wide, usual and narrow terminals.
@Tag("slow")
class InteractiveScreensTest {

    private static final String TEXT =
            """
            The rule says **from 100.00 on**, so the border belongs to it.

            1. `Cart.total` compares with `>`
            2. it should compare with `>=`

            | order | discount |
            | ----: | -------- |
            | 99.99 | none     |
            | 100.00 | 10 % |

            ```java
            if (sum > DISCOUNT_FROM) {
            """;

    private static final List<String> NAMES = List.of("one", "two", "three");

    @TempDir private Path directory;

    private record Size(int columns, int rows) {

        @Override
        public String toString() {
            return columns + "x" + rows;
        }
    }

    @TestFactory
    Stream<DynamicTest> showAConversation() {
        return Stream.of(new Size(80, 24), new Size(160, 50), new Size(40, 20))
                .map(size -> DynamicTest.dynamicTest(size.toString(), () -> converse(size)));
    }

    private void converse(Size size) throws Exception {
        SampleProject project = SampleProject.trusted(directory.resolve(size.toString()));
        try (var model = new HeldModel()) {
            TmuxTerminal.Start start = project.start(model).size(size.columns(), size.rows());
            try (TmuxTerminal terminal = start.deft()) {
                terminal.await("build");
                GoldenScreens.shows(terminal, "first-prompt-" + size);
                HeldAnswer editing = runs(terminal, model, project, size);
                HeldAnswer asking = approves(terminal, model, editing, size);
                HeldAnswer last = asks(terminal, model, asking, size);
                interrupts(terminal, last, size);
                terminal.press("C-c").await("again");
                terminal.press("C-c");
                assertThat(terminal.end()).isZero();
            }
            try (TmuxTerminal terminal = start.deft("-c")) {
                terminal.await("Session ses_");
                GoldenScreens.shows(terminal, "resume-" + size);
                terminal.press("Escape").await("Esc again");
                terminal.press("Escape");
                shows(
                        terminal,
                        "rewind",
                        size,
                        "A terminal: a picker of earlier messages to go back to");
            }
        }
    }

    /// The pages show the usual size.
    private static void shows(TmuxTerminal terminal, String name, Size size, String label)
            throws Exception {
        if (size.columns() == 80) {
            GoldenScreens.shows(terminal, name + "-" + size, "terminal-" + name + ".svg", label);
        } else {
            GoldenScreens.shows(terminal, name + "-" + size);
        }
    }

    /// Streams a text, then runs three calls side by side.
    private static HeldAnswer runs(
            TmuxTerminal terminal, HeldModel model, SampleProject project, Size size)
            throws Exception {
        Files.writeString(
                project.root().resolve("check.sh"),
                "echo $1 is at work; until [ -e done ]; do sleep 0.05; done; echo $1 passed\n");
        terminal.type("An order of exactly 100.00 gets no discount. Why?").press("Enter");
        HeldAnswer first = model.next();
        first.say(TEXT);
        terminal.await("DISCOUNT_FROM");
        shows(
                terminal,
                "streaming",
                size,
                "A terminal: the model writes Markdown with a list, a table and code");
        first.say("    return 0;\n}\n```\n\nI run the checks.\n");
        for (String name : NAMES) {
            first.call("bash", "command", "sh check.sh " + name);
        }
        first.end();
        // Commands may change files, so one waits for the other.
        terminal.await("one is at");
        shows(
                terminal,
                "running",
                size,
                "A terminal: three commands, one line each with the time it takes and its last line of output");
        Files.writeString(project.root().resolve("done"), "");
        return model.next();
    }

    /// Asks for an edit, and shows it once it is done.
    private static HeldAnswer approves(
            TmuxTerminal terminal, HeldModel model, HeldAnswer editing, Size size)
            throws Exception {
        editing.say("Now the border itself:")
                .call(
                        "edit",
                        "path",
                        "Cart.java",
                        "old_text",
                        "sum > DISCOUNT_FROM",
                        "new_text",
                        "sum >= DISCOUNT_FROM");
        editing.end();
        terminal.await("Allow");
        shows(
                terminal,
                "approval",
                size,
                "A terminal: Deft shows the diff of an edit and asks whether to allow it once, for the session or for the project");
        terminal.answer("y", "Allow once");
        HeldAnswer next = model.next();
        GoldenScreens.shows(terminal, "diff-" + size);
        return next;
    }

    private static HeldAnswer asks(
            TmuxTerminal terminal, HeldModel model, HeldAnswer asking, Size size) throws Exception {
        Json.Obj question =
                HeldModel.args(
                                "question",
                                "Which orders should the test cover?",
                                "header",
                                "Orders")
                        .with(
                                "options",
                                new Json.Arr(
                                        List.of(
                                                HeldModel.args(
                                                        "label",
                                                        "The border",
                                                        "description",
                                                        "exactly 100.00"),
                                                HeldModel.args(
                                                        "label",
                                                        "All around it",
                                                        "description",
                                                        "99.99, 100.00 and 100.01"))));
        asking.call("question", Json.Obj.EMPTY.with("questions", new Json.Arr(List.of(question))));
        asking.end();
        terminal.await("Which orders");
        shows(
                terminal,
                "question",
                size,
                "A terminal: the agent asks which of two options the user prefers");
        terminal.answer("2", "Something else");
        return model.next();
    }

    /// Types while the agent works, then interrupts it.
    private static void interrupts(TmuxTerminal terminal, HeldAnswer last, Size size)
            throws Exception {
        last.say("The test covers 99.99, 100.00");
        terminal.await("covers 99.99");
        terminal.type("And write it down.").press("Enter").await("queued");
        terminal.type("Please");
        GoldenScreens.shows(terminal, "queued-" + size);
        terminal.press("Escape").awaitGone("queued");
        GoldenScreens.shows(terminal, "interrupt-" + size);
    }
}
