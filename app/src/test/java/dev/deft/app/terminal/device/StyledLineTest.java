package dev.deft.app.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StyledLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b]52;c;ZXZpbA==\u0007",
                "\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\",
                "\u001b[2J\u001b[H",
                "\u009b2J",
                "\u009d0;title\u009c",
                "\u001bP1$r0m\u001b\\",
                "\u001b[21t",
                "\u001b[6n",
                "\u001bc",
                "a\rb",
                "a\nb",
                "a\tb",
                "a\bb",
                "\u0000\u007f",
                "\u202eevil\u202c",
                "\u2066x\u2069",
                "a\u200bb",
                "\udb40\udc41",
                "\u2028\u2029",
                "\ufeff",
                "\ud800",
                "\u001b[8mhidden",
                "\u001b[?1049h",
                "\u000e\u000f",
                "\u061c",
                "\u001b_Ga=T;x\u001b\\",
                "\u001b^pm\u001b\\",
                "\ufff9\ufffa\ufffb",
                "\u0085"
            })
    void showsHostileCharactersByName(String hostile) {
        String written = StyledLine.of(new AttributedString(hostile), 200).text();
        assertThat(written).contains("⟨U+");
        assertThat(isSafe(written)).isTrue();
    }

    @Test
    void letsOnlyStylesBecomeSequences() {
        AttributedString line =
                new AttributedStringBuilder()
                        .append(
                                "bold",
                                AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.RED))
                        .append(" plain ")
                        .append(
                                "bright",
                                AttributedStyle.DEFAULT.background(AttributedStyle.BRIGHT + 2))
                        .append("index", AttributedStyle.DEFAULT.foreground(200))
                        .toAttributedString();
        assertThat(StyledLine.of(line, 80))
                .isEqualTo(
                        new StyledLine(
                                "\u001b[1;31mbold\u001b[0m plain"
                                        + " \u001b[102mbright\u001b[0m\u001b[38;5;200mindex\u001b[0m",
                                22));
    }

    @Test
    void showsTextThatIsStyledAsHidden() {
        AttributedString line =
                new AttributedString("secret", AttributedStyle.DEFAULT.hidden().conceal().blink());
        assertThat(StyledLine.of(line, 80).text()).isEqualTo("secret");
    }

    @Test
    void neverSplitsAWideCharacter() {
        assertThat(StyledLine.of(new AttributedString("ab日本"), 5))
                .isEqualTo(new StyledLine("ab日", 4));
    }

    @Test
    void anyLineIsSafeAndFits() {
        var random = new Random(5);
        for (int run = 0; run < 3_000; run++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                text.appendCodePoint(
                        random.nextBoolean()
                                ? random.nextInt(0x100)
                                : random.nextInt(Character.MAX_CODE_POINT + 1));
            }
            int columns = 1 + random.nextInt(40);
            StyledLine line = StyledLine.of(new AttributedString(text), columns);
            assertThat(isSafe(line.text())).as(line.text()).isTrue();
            assertThat(line.columns()).isBetween(0, columns);
        }
    }

    private static boolean isSafe(String written) {
        return written.codePoints()
                .noneMatch(it ->
                        it == '\n'
                                || it == '\t'
                                || dev.deft.output.InvisibleCharacters.isUnsafe(it));
    }
}
