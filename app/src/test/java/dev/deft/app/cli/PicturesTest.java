package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.Checkout;
import dev.deft.app.Golden;
import dev.deft.app.picture.TerminalPicture;
import dev.deft.app.terminal.Screen;
import dev.deft.app.terminal.TextStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pictures of the pages are drawn from real runs, and are out of date when a run looks another
/// way, apart from times. After a wanted change: `mvn test -Dgolden=update`, then look at them.
class PicturesTest {

    /// A duration with more digits would wrap the line elsewhere.
    private static final String DURATION = "\"duration_ms\":\\d+";

    private static final Pattern DEMO = Pattern.compile("/\\S*/deft-demo-\\d+");

    @TempDir private Path root;

    /// Where the last demo was played.
    private Path demo = Path.of("none");

    /// What a command shows at a terminal, after the line that was typed.
    private String typed(String line, String... words) {
        DeftRun run =
                DeftRun.on(
                        Screen.COLOR,
                        root,
                        Map.of("DEFT_COMMAND", "./deft", "COLUMNS", "100"),
                        "",
                        words);
        Matcher made = DEMO.matcher(run.out());
        demo = made.find() ? Path.of(made.group()) : demo;
        String shown =
                withoutLiveLine(run.out())
                        .replaceAll(DEMO.pattern(), "/tmp/deft-demo-1")
                        .replaceAll(DURATION, "\"duration_ms\":7");
        assertThat(withoutLiveLine(run.err())).isEmpty();
        return new TextStyle(Screen.COLOR).bold("$ " + line) + "\n" + shown;
    }

    /// What stays on the terminal; the live line appears only while a call is slow.
    private static String withoutLiveLine(String shown) {
        return shown.replaceAll("\u001b\\[\\?7l\r\u001b\\[K[^\r]*?\u001b\\[\\?7h", "")
                .replace("\r\u001b[K", "");
    }

    /// A picture without what changes from run to run: times, and the order of calls that run side
    /// by side.
    private static String still(String picture) {
        return ConsoleBlock.normal(picture.replace("&quot;", "\""))
                .replaceAll("textLength=\"\\d+\"", "")
                .replaceAll("[\\d,]+ tokens in", "N tokens in")
                .replaceAll("[\\d,]+ out", "N out")
                .replaceAll(" y=\"\\d+\"", "")
                .lines()
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static void matches(String name, String picture) throws Exception {
        Path file = Checkout.file("docs/" + name);
        boolean same = Files.exists(file) && still(Files.readString(file)).equals(still(picture));
        Golden.fromBuild().file(file, same ? Files.readString(file) : picture);
    }

    @Test
    @Tag("slow")
    void showTheDemo() throws Exception {
        String shown = typed("./deft demo", "demo");
        assertThat(shown).contains("All 3 checks pass", "./deft demo --in DIR");
        assertThat(shown).doesNotContain("\u001b[?", "\r");
        assertThat(demo.toString()).contains("deft-demo-");
        assertThat(demo).as("its directory is removed").doesNotExist();
        matches(
                "demo.svg",
                TerminalPicture.of(
                        "A terminal: an agent finds a bug with grep, reads two files, sees the test fail, edits one line and sees it pass",
                        shown));
    }

    @Test
    void showCalls() throws Exception {
        String zone = "{\"timezone\":\"Europe/Berlin\"}";
        String todo = "{\"todos\":[{\"content\":\"Write it\",\"status\":\"done\"}]}";
        String key = "{\"key\":\"LC_ALL\"}";
        String shown =
                String.join(
                        "",
                        List.of(
                                typed(
                                        "./deft call current_time '" + zone + "'",
                                        "call",
                                        "current_time",
                                        zone),
                                typed("./deft call todo '" + todo + "'", "call", "todo", todo),
                                typed(
                                        "./deft policy add allow get_env 'LC_*'",
                                        "policy",
                                        "add",
                                        "allow",
                                        "get_env",
                                        "LC_*"),
                                typed(
                                        "./deft policy explain get_env '" + key + "'",
                                        "policy",
                                        "explain",
                                        "get_env",
                                        key)));
        matches(
                "terminal.svg",
                TerminalPicture.of(
                        "A terminal: Deft answers a call, explains a wrong argument, stores a rule and says which rule would decide",
                        shown));
    }
}
