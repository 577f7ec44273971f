package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A window that gets smaller and larger while the model writes: no line is lost, none stays
/// behind.
@Tag("slow")
class ResizeTest {

    private static final Pattern WORD = Pattern.compile("\\bw(\\d+)\\b");

    @TempDir private Path directory;

    private static String words(int from, int to) {
        var text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append('w').append(i).append(i % 40 == 39 ? "\n\n" : " ");
        }
        return text.toString();
    }

    private static List<Integer> numbers(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        Matcher words = WORD.matcher(String.join("\n", lines));
        while (words.find()) {
            found.add(Integer.parseInt(words.group(1)));
        }
        return found;
    }

    /// The words that are missing or there more than once.
    private static String differences(List<Integer> found, int said) {
        var text = new StringBuilder();
        for (int i = 0; i < said; i++) {
            int times = Collections.frequency(found, i);
            if (times != 1) {
                text.append("w%d %d times; ".formatted(i, times));
            }
        }
        return text.toString();
    }

    /// Waits until it is drawn anew: lines that the terminal itself wrapped would be several.
    private static void awaitRule(TmuxTerminal terminal, int columns) throws Exception {
        terminal.await(
                "one rule of " + columns,
                it ->
                        it.stream()
                                .filter(line -> line.startsWith("──"))
                                .toList()
                                .equals(List.of("─".repeat(columns))));
    }

    @Test
    void losesNothingAndLeavesNothingBehind() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).size(160, 50).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            int said = 0;
            for (int[] size :
                    new int[][] {{160, 50}, {40, 20}, {160, 50}, {80, 24}, {60, 10}, {160, 50}}) {
                terminal.resize(size[0], size[1]);
                awaitRule(terminal, size[0]);
                answer.say(words(said, said + 90));
                said += 90;
                terminal.await("w" + (said - 2));
                assertThat(differences(numbers(terminal.everything()), said))
                        .as("at %d columns%n%s", size[0], String.join("\n", terminal.everything()))
                        .isEmpty();
                assertThat(terminal.screen().stream().filter(it -> it.contains("% context")))
                        .as("one status line at %d columns", size[0])
                        .hasSizeLessThanOrEqualTo(1);
            }
            answer.end();
            terminal.awaitGone("esc to interrupt");
            terminal.await("% context");
            assertThat(differences(numbers(terminal.everything()), said)).isEmpty();
            assertThat(numbers(terminal.everything())).isSorted();
            assertThat(terminal.everything().stream().filter(it -> it.contains("% context")))
                    .hasSize(1);
            assertThat(terminal.everything().stream().filter(it -> it.contains("Answering")))
                    .isEmpty();
            GoldenScreens.shows(terminal, "resized-160x50");
        }
    }

    /// Whether nothing moves above the rule. What the terminal shifted before it told its new size
    /// may still stand further up.
    private static boolean isOver(List<String> screen) {
        for (int i = screen.size() - 1; i > 1; i--) {
            if (screen.get(i).startsWith("──")) {
                return !screen.get(i - 2).contains("esc to interrupt");
            }
        }
        return false;
    }

    /// Lines may be there twice, but none is lost.
    @Test
    void losesNothingThatComesBeforeItKnowsTheSize() throws Exception {
        SampleProject project = SampleProject.trusted(directory);
        try (var model = new HeldModel();
                TmuxTerminal terminal = project.start(model).size(160, 50).deft()) {
            terminal.await("build");
            terminal.type("go").press("Enter");
            HeldAnswer answer = model.next();
            int said = 0;
            for (int columns : new int[] {80, 160, 60, 120, 40, 160}) {
                terminal.resize(columns, 50);
                answer.say(words(said, said + 80));
                said += 80;
                awaitRule(terminal, columns);
            }
            answer.end();
            terminal.await("w" + (said - 1));
            terminal.await("the end above the last rule", ResizeTest::isOver);
            terminal.await("w" + (said - 1));
            List<Integer> found = numbers(terminal.everything());
            assertThat(differences(found, said))
                    .as(String.join("\n", terminal.everything()))
                    .doesNotContain(" 0 times");
        }
    }
}
