package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class PagerTest {

    @Test
    void scrolls() {
        var pager = DialogExamples.pager(Pager.Start.BEGINNING);
        assertThat(first(pager)).isEqualTo("line 1 of the output");
        assertThat(first(pager, "down", "j", "k")).isEqualTo("line 2 of the output");
        assertThat(first(pager, "home", "pagedown")).isEqualTo("line 23 of the output");
        assertThat(first(pager, " ", "b")).isEqualTo("line 23 of the output");
        assertThat(first(pager, "ctrl-d")).isEqualTo("line 34 of the output");
        assertThat(first(pager, "ctrl-u")).isEqualTo("line 23 of the output");
        assertThat(first(pager, "G")).isEqualTo("line 79 of the output");
        assertThat(first(pager, "pagedown")).isEqualTo("line 79 of the output");
        assertThat(first(pager, "g", "up")).isEqualTo("line 1 of the output");
    }

    @Test
    void followsTheEndUntilTheUserScrolls() {
        List<AttributedString> lines = new ArrayList<>(numbered(50));
        var pager = new Pager(DrawnDialog.THEME, "Live", _ -> lines, Pager.Start.END);
        assertThat(DrawnDialog.lines(pager, 80, 24)).contains("line 50");
        lines.addAll(numbered(30));
        assertThat(first(pager)).isEqualTo("line 9");
        DrawnDialog.press(pager, "up");
        lines.addAll(numbered(30));
        assertThat(first(pager)).isEqualTo("line 8");
        assertThat(first(pager, "F")).isEqualTo("line 9");
        lines.clear();
        assertThat(DrawnDialog.text(pager, 80, 24)).contains("0 lines, following");
    }

    @Test
    void saysInTheLastLineThatSomebodyWaits() {
        var pager = DialogExamples.pager(Pager.Start.BEGINNING);
        pager.notice("Deft needs your answer: press q");
        assertThat(DrawnDialog.lines(pager, 80, 24).getLast())
                .isEqualTo(" Deft needs your answer: press q");
        pager.notice("");
        assertThat(DrawnDialog.lines(pager, 80, 24).getLast()).contains("q close");
    }

    @Test
    void searches() {
        var pager = DialogExamples.pager(Pager.Start.BEGINNING);
        assertThat(first(pager, "/", "LINE", "enter"))
                .as("no such line")
                .isEqualTo("line 1 of the output");
        assertThat(DrawnDialog.text(pager, 80, 24)).contains("not found: LINE");
        assertThat(first(pager, "/", "e 5", "enter")).isEqualTo("line 5 of the output");
        assertThat(first(pager, "n")).isEqualTo("line 50 of the output");
        assertThat(first(pager, "N")).isEqualTo("line 5 of the output");
        assertThat(first(pager, "N")).as("around").isEqualTo("line 59 of the output");
        assertThat(first(pager, "/", "line 9", "enter", "n", "n"))
                .isEqualTo("line 79 of the output");
        assertThat(first(pager, "n", "n", "n", "n", "n", "n", "n", "n"))
                .as("matches on the last screen are passed one by one")
                .isEqualTo("line 9 of the output");
    }

    @Test
    void marksMatches() {
        var pager = DialogExamples.pager(Pager.Start.BEGINNING);
        DrawnDialog.press(pager, "/", "output", "enter");
        AttributedString line = pager.draw(80, 24).lines().get(1);
        assertThat(line.styleAt(line.toString().indexOf("output")))
                .isEqualTo(DrawnDialog.THEME.strong().inverse());
        DrawnDialog.press(pager, "/", "esc");
        assertThat(pager.draw(80, 24).lines().get(1))
                .isEqualTo(new AttributedString("line 1 of the output"));
    }

    @Test
    void closes() {
        var pager = DialogExamples.pager(Pager.Start.BEGINNING);
        DrawnDialog.press(pager, "/", "q", "esc");
        assertThat(pager.isClosed()).as("a search").isFalse();
        assertThat(pager.press(new Key.Text("q"))).isTrue();
        assertThat(pager.isClosed()).isTrue();
        var other = DialogExamples.pager(Pager.Start.END);
        DrawnDialog.press(other, "esc");
        assertThat(other.isClosed()).isTrue();
    }

    private static List<AttributedString> numbered(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(it -> new AttributedString("line " + it))
                .toList();
    }

    private static String first(Pager pager, String... keys) {
        DrawnDialog.press(pager, keys);
        return DrawnDialog.lines(pager, 80, 24).get(1);
    }
}
