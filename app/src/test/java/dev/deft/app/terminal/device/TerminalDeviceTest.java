package dev.deft.app.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Drives [DeviceProbe] in a real terminal.
@Tag("slow")
class TerminalDeviceTest {

    private static final String END = "› end of the region";

    @TempDir private Path directory;
    private Tmux tmux;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        assumeTrue(Tmux.isInstalled(), "tmux is not installed");
        tmux = new Tmux(directory, 160, 50);
        Path script = directory.resolve("probe");
        Files.writeString(
                script,
                "exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp '%s' %s\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                DeviceProbe.class.getName()));
        tmux.type("sh " + script);
        tmux.await("process ");
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        if (tmux != null) {
            tmux.close();
        }
    }

    @Test
    void deliversKeysAndRestoresTheTerminal() throws IOException, InterruptedException {
        tmux.keys("a", "C-c", "Escape");
        tmux.await("name=esc]");
        tmux.keys("Up", "C-Left", "M-x", "é");
        List<String> screen = tmux.await("text=é]");
        assertThat(screen)
                .containsSubsequence(
                        "Text[text=a]",
                        "Press[name=ctrl-c]",
                        "Press[name=esc]",
                        "Press[name=up]",
                        "Press[name=ctrl-left]",
                        "Press[name=alt-x]",
                        "Text[text=é]");
        tmux.keys("q");
        assertRestored();
    }

    /// A terminal that was given back is in its normal mode, and the live region is gone.
    private void assertRestored() throws IOException, InterruptedException {
        tmux.await(screen ->
                screen.stream().noneMatch(END::equals)
                        && screen.stream().filter("$"::equals).count() == 1);
        tmux.type("echo ready; cat");
        tmux.await(screen -> screen.contains("ready"));
        tmux.type("typed");
        // The terminal shows the line while it is typed, and cat repeats it.
        List<String> screen = tmux.await(it -> it.stream().filter("typed"::equals).count() == 2);
        tmux.keys("C-c");
        tmux.await("^C");
        assertThat(screen).noneMatch(it -> it.startsWith("live "));
    }

    @Test
    void restoresTheTerminalWhenItIsEnded() throws IOException, InterruptedException {
        long process =
                tmux.screen().stream()
                        .filter(it -> it.startsWith("process "))
                        .mapToLong(it -> Long.parseLong(it.substring("process ".length())))
                        .findFirst()
                        .orElseThrow();
        assertThat(ProcessHandle.of(process).orElseThrow().destroy()).isTrue();
        assertRestored();
    }

    @Test
    void leavesNothingBehindWhenItIsResizedWhileItPrints()
            throws IOException, InterruptedException {
        tmux.keys("s");
        // Below a screen that is not full, tmux moves lines out of reach when it gets narrower.
        tmux.await("streamed 60");
        int[] widths = {40, 160, 60, 100, 40, 160};
        for (int width : widths) {
            tmux.resize(width, 50);
            String rule = "─".repeat(width);
            tmux.await(screen -> screen.contains(rule));
            int next = streamed() + 3;
            tmux.await("streamed " + next);
        }
        tmux.keys("x", "z");
        tmux.await("text=z]");
        List<String> all = tmux.all();
        assertThat(all.stream().filter(it -> it.contains("word"))).hasSize(4);
        assertThat(all.stream().filter(it -> it.contains("──"))).hasSize(1);
        assertThat(all.stream().filter(END::equals)).hasSize(1);
        int last = streamed();
        assertThat(all.stream().filter(it -> it.startsWith("streamed ")))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, last).mapToObj(it -> "streamed " + it).toList());
    }

    private int streamed() throws IOException, InterruptedException {
        return tmux.all().stream()
                .filter(it -> it.startsWith("streamed "))
                .mapToInt(it -> Integer.parseInt(it.substring("streamed ".length())))
                .max()
                .orElse(0);
    }

    @Test
    void showsAPageAndReturns() throws IOException, InterruptedException {
        List<String> before = tmux.screen();
        tmux.keys("f");
        assertThat(tmux.await("a page")).noneMatch(END::equals);
        tmux.keys("f");
        assertThat(tmux.await(END)).isEqualTo(before);
    }

    @Test
    void lendsTheTerminalToAProgram() throws IOException, InterruptedException {
        tmux.keys("e");
        tmux.await(screen -> !screen.contains(END));
        tmux.type("typed");
        tmux.await("lent typed");
        tmux.keys("a");
        List<String> screen = tmux.await("text=a]");
        assertThat(screen).containsSubsequence("lent typed", "Text[text=a]", END);
        assertThat(screen).noneMatch(it -> it.contains("text=t]"));
    }

    @Test
    void stopsLikeAJobOfTheShell() throws IOException, InterruptedException {
        tmux.keys("C-z");
        tmux.await("Stopped");
        tmux.type("fg");
        tmux.await(screen -> screen.contains(END));
        tmux.keys("a");
        assertThat(tmux.await("text=a]")).containsSubsequence("Text[text=a]", END);
    }
}
