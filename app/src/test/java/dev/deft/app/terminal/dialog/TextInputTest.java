package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Key;
import dev.deft.output.TerminalText;
import java.util.List;
import java.util.Random;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

class TextInputTest {

    @Test
    void edits() {
        assertThat(text("one two", "backspace", "left", "X")).isEqualTo("one tXw");
        assertThat(text("one two", "ctrl-a", "X", "delete", "ctrl-e", "Y")).isEqualTo("Xne twoY");
        assertThat(text("one two", "ctrl-w", "ctrl-w")).isEmpty();
        assertThat(text("one two", "alt-b", "ctrl-k")).isEqualTo("one ");
        assertThat(text("one two", "alt-b", "ctrl-u")).isEqualTo("two");
        assertThat(text("one two", "home", "alt-f", "alt-d", "!")).isEqualTo("one!");
        assertThat(text("", "backspace", "delete", "left", "right", "ctrl-w")).isEmpty();
    }

    @Test
    void deletesWholeCharacters() {
        assertThat(text("e\u0301x", "left", "backspace")).isEqualTo("x");
        assertThat(text("a👩\u200d💻", "backspace")).isEqualTo("a");
        assertThat(text("𝒳", "home", "delete")).isEmpty();
    }

    @Test
    void pastesLinesAsOne() {
        var input = new TextInput(TerminalText::read);
        input.press(new Key.Pasted("a\nb\tc\r\nd"));
        assertThat(input.text()).isEqualTo("a b c d");
        input.press(new Key.Pasted("x".repeat(TextInput.LONGEST * 2)));
        assertThat(input.text()).hasSize(TextInput.LONGEST);
    }

    @Test
    void scrollsSideways() {
        var input = new TextInput(TerminalText::read);
        input.set("0123456789abcdef");
        assertThat(drawn(input, 10)).isEqualTo("…89abcdef at 9");
        input.press(new Key.Press("home"));
        assertThat(drawn(input, 10)).isEqualTo("012345678… at 0");
        input.set("漢字漢字漢字");
        assertThat(drawn(input, 8)).isEqualTo("…字漢字 at 7");
        assertThat(drawn(input, 7)).isEqualTo("…漢字 at 5");
    }

    @Test
    void namesInvisibleCharacters() {
        var input = new TextInput(TerminalText::decide);
        input.set("a\u202eb");
        assertThat(drawn(input, 20)).isEqualTo("a⟨U+202E⟩b at 10");
    }

    @Test
    void keepsTheCursorOnTheLine() {
        var random = new Random(7);
        List<String> texts =
                List.of("a", "漢", "e\u0301", "\u202e", " ", "👩\u200d💻", "\u001b[31m");
        List<String> keys = List.of("left", "right", "home", "end", "backspace", "alt-b", "ctrl-w");
        for (int round = 0; round < 200; round++) {
            var input = new TextInput(round % 2 == 0 ? TerminalText::read : TerminalText::decide);
            int columns = random.nextInt(12, 60);
            for (int i = 0; i < 100; i++) {
                input.press(
                        random.nextInt(4) == 0
                                ? new Key.Press(keys.get(random.nextInt(keys.size())))
                                : new Key.Text(texts.get(random.nextInt(texts.size()))));
                TextInput.Line line = input.draw(columns, AttributedStyle.DEFAULT);
                assertThat(line.text().columnLength()).isLessThanOrEqualTo(columns);
                assertThat(line.cursor()).isBetween(0, columns - 1);
            }
        }
    }

    private static String drawn(TextInput input, int columns) {
        TextInput.Line line = input.draw(columns, AttributedStyle.DEFAULT);
        return line.text() + " at " + line.cursor();
    }

    private static String text(String start, String... keys) {
        var input = new TextInput(TerminalText::read);
        input.set(start);
        for (String key : keys) {
            input.press(key.length() == 1 ? new Key.Text(key) : new Key.Press(key));
        }
        return input.text();
    }
}
