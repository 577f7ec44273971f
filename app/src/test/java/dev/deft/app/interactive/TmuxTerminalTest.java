package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The terminal of the tests itself: it shows, tells and passes on what a terminal does.
class TmuxTerminalTest {

    @TempDir private Path root;

    private TmuxTerminal shell(String script) throws Exception {
        return TmuxTerminal.Start.in(root).run(List.of("sh", "-c", script));
    }

    @Test
    void showsTextStylesAndWhatScrolledAway() throws Exception {
        try (var terminal =
                shell("seq 40; printf '\\033[1;31mred\\033[0m 広い \\303\\266\\n'; exit 3")) {
            assertThat(terminal.end()).isEqualTo(3);
            assertThat(terminal.screen()).hasSize(24).contains("red 広い ö", "40");
            assertThat(terminal.styled()).anyMatch(it -> it.contains("\u001b[31mred"));
            assertThat(terminal.everything()).contains("1", "2", "40");
            assertThat(terminal.printed()).contains("\u001b[1;31mred\u001b[0m 広い ö");
            assertThat(terminal.lineAfter()).isEqualTo(terminal.lineBefore());
        }
    }

    @Test
    void typesPressesPastesAndResizes() throws Exception {
        try (var terminal =
                shell("stty raw -echo; printf '\\033[?2004hready\\r\\n'; cat -v; stty sane")) {
            terminal.await("ready");
            terminal.type("aö\u001b;").press("Up", "C-c");
            terminal.paste("one\ntwo");
            terminal.await("aM-CM-6^[;^[[A^C^[[200~one^Mtwo^[[201~");
        }
        try (var terminal =
                shell("trap 'stty size' WINCH; printf 'x\\n'; while :; do sleep .1; done")) {
            terminal.await("x");
            terminal.resize(40, 20).await("20 40");
        }
    }

    @Test
    void noticesWhatHostileTextDoes() throws Exception {
        TerminalState untouched;
        try (var terminal = shell("printf ready; read x")) {
            terminal.await("ready");
            untouched = terminal.state().withoutCursor();
            assertThat(untouched.clipboard()).isEmpty();
        }
        for (String hostile :
                List.of(
                        "\\033]2;owned\\007",
                        "\\033]52;c;aGk=\\007",
                        "\\033[?25l",
                        "\\033[?1049h",
                        "\\033[4h",
                        "\\033[2;5r",
                        "\\033kowned\\033\\\\",
                        "\\033[?7l",
                        "\\033[3g",
                        "\\033[?1000h")) {
            try (var terminal = shell("printf '" + hostile + "ready'; read x")) {
                terminal.await("ready");
                assertThat(terminal.state().withoutCursor()).as(hostile).isNotEqualTo(untouched);
            }
        }
    }

    @Test
    void endsAllThatRunsInItWhenItIsTakenAway() throws Exception {
        try (var terminal = shell("echo ready; exec sleep 1000")) {
            terminal.await("ready");
            ProcessHandle program = terminal.program();
            terminal.hangUp();
            assertThat(program.onExit().get(60, java.util.concurrent.TimeUnit.SECONDS)).isNotNull();
        }
    }
}
