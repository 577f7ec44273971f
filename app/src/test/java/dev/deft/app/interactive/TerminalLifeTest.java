package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the program begins, ends and gives the terminal back, and which keys it takes for what.
@Tag("slow")
class TerminalLifeTest {

    private static final int MOST_KEYS = 400;

    /// Whoever pauses for longer between two keys may be answering.
    private static final long STEADY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    @TempDir private Path directory;

    private SampleProject project;
    private HeldModel model;

    @BeforeEach
    void start() throws Exception {
        project = SampleProject.trusted(directory);
        model = new HeldModel();
    }

    @AfterEach
    void end() {
        model.close();
    }

    private static void isRestored(TmuxTerminal terminal) throws Exception {
        assertThat(terminal.lineAfter()).isEqualTo(terminal.lineBefore());
        assertThat(terminal.state().variables())
                .contains("visible=1", "alternate=0", "wrap=1", "mouse=0", "insert=0");
        for (String mode : List.of("[?2004", "[?1004", "[?2026")) {
            assertThat(terminal.printed().lastIndexOf(mode + "l"))
                    .as(mode)
                    .isGreaterThan(terminal.printed().lastIndexOf(mode + "h"));
        }
    }

    @Test
    void restoresTheTerminalWhenItIsTerminatedAtWork() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            model.next()
                    .say("I am at work")
                    .call("bash", "command", "echo begun; sleep 98761")
                    .end();
            terminal.await("begun");
            assertThat(terminal.program().destroy()).isTrue();
            assertThat(terminal.end()).isEqualTo(143);
            isRestored(terminal);
            assertThat(DeftProcess.isGone("sleep 98761")).isTrue();
        }
    }

    @Test
    void restoresTheTerminalFromAPage() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("/help").press("Enter");
            terminal.await("ctrl-o");
            assertThat(terminal.program().destroy()).isTrue();
            assertThat(terminal.end()).isEqualTo(143);
            isRestored(terminal);
        }
    }

    @Test
    void endsWithItsCommandsWhenTheWindowIsClosed() throws Exception {
        ProcessHandle program;
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            model.next().call("bash", "command", "echo begun; sleep 98762").end();
            terminal.await("begun");
            program = terminal.program();
            terminal.hangUp();
            program.onExit().get(60, TimeUnit.SECONDS);
            assertThat(DeftProcess.isGone("sleep 98762")).isTrue();
        }
    }

    @Test
    void endsTheProgramOfASlashCommandOnEscape() throws Exception {
        Path commands = Files.createDirectories(project.root().resolve(".deft/commands"));
        Files.writeString(commands.resolve("report.md"), "It says !`sleep 98763`.\n");
        try (TmuxTerminal terminal = project.start(model).deft("--allow", "bash *")) {
            terminal.await("build");
            terminal.type("/report").press("Enter");
            assertThat(DeftProcess.isRunning("sleep 98763")).isTrue();
            terminal.press("Escape").await("Interrupted.");
            assertThat(DeftProcess.isGone("sleep 98763")).isTrue();
            terminal.type("go on").press("Enter");
            assertThat(model.next().request()).contains("go on").doesNotContain("It says");
        }
    }

    @Test
    void leavesOnCtrlCTwiceAndOnCtrlD() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("half a message").press("C-c").await("again");
            terminal.awaitGone("half a message");
            terminal.press("C-c");
            assertThat(terminal.end()).isZero();
            isRestored(terminal);
        }
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.press("C-d");
            assertThat(terminal.end()).isZero();
            isRestored(terminal);
        }
    }

    @Test
    void takesNoKeyThatWasTypedBeforeForAnAnswer() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            terminal.type("y1sp").await("y1sp");
            answer.call("write", "path", "a.txt", "content", "one\n").end();
            long typed = System.nanoTime();
            boolean steady = true;
            for (int i = 0; i < MOST_KEYS && !asks(terminal); i++) {
                terminal.type("y");
                steady &= System.nanoTime() - typed < STEADY_NANOS;
                typed = System.nanoTime();
            }
            terminal.type("y");
            steady &= System.nanoTime() - typed < STEADY_NANOS;
            Assumptions.assumeTrue(steady, "the machine is too busy to type steadily");
            terminal.await("Allow once");
            assertThat(project.root().resolve("a.txt")).doesNotExist();
            terminal.answer("n", "Allow once");
            assertThat(model.next().request()).contains("tool_result");
            assertThat(project.root().resolve("a.txt")).doesNotExist();
        }
    }

    private static boolean asks(TmuxTerminal terminal) throws Exception {
        return terminal.screen().stream().anyMatch(it -> it.contains("Allow once"));
    }

    @Test
    void givesQueuedMessagesBackWhenItIsInterrupted() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            answer.say("Some words");
            terminal.await("Some words");
            terminal.type("first later").press("Enter").await("queued");
            terminal.type("second later").press("Enter").await("second later");
            terminal.type("unsent");
            terminal.press("Escape").awaitGone("queued");
            List<String> screen = terminal.await("unsent");
            assertThat(String.join("\n", screen))
                    .containsSubsequence("first later", "second later", "unsent");
            assertThat(model.requests()).hasSize(1);
            terminal.press("Enter");
            assertThat(model.next().request()).contains("first later", "second later", "unsent");
        }
    }

    @Test
    void sendsQueuedMessagesWhenTheTurnIsOver() throws Exception {
        try (TmuxTerminal terminal = project.start(model).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            answer.say("Some words");
            terminal.type("and later").press("Enter").await("queued");
            answer.end();
            HeldAnswer next = model.next();
            assertThat(next.request()).contains("and later");
            next.say("Done too.").end();
            terminal.await("Done too.");
            terminal.awaitGone("queued");
        }
    }

    @Test
    void asksForTrustFirst() throws Exception {
        SampleProject fresh = SampleProject.untrusted(directory.resolve("fresh"));
        Files.writeString(fresh.root().resolve("AGENTS.md"), "Be kind.\n");
        try (TmuxTerminal terminal = fresh.start(model).deft()) {
            terminal.await("Do you trust this directory?");
            GoldenScreens.shows(terminal, "trust-80x24");
            terminal.answer("Enter", "Do you trust");
            terminal.await("build");
            terminal.type("hello").press("Enter");
            model.next().say("Hi.").end();
            terminal.await("Hi.");
        }
        try (TmuxTerminal terminal = fresh.start(model).deft()) {
            assertThat(terminal.await("build")).noneMatch(it -> it.contains("trust"));
        }
    }

    @Test
    void saysWhatToDoWithoutAKey() throws Exception {
        try (TmuxTerminal terminal =
                TmuxTerminal.Start.in(project.root()).with(project.variables()).deft()) {
            assertThat(terminal.end()).isEqualTo(1);
            GoldenScreens.shows(terminal, "no-key-80x24");
            isRestored(terminal);
        }
    }
}
