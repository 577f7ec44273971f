package dev.deft.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.output.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownStreamTest {

    private static final List<String> PIECES =
            List.of(
                    "# ",
                    "## ",
                    "####### ",
                    "**",
                    "*",
                    "`",
                    "``",
                    "```",
                    "```java",
                    "~~~",
                    "- ",
                    "* ",
                    "+",
                    "-",
                    "1. ",
                    "word",
                    "two words",
                    " ",
                    "    ",
                    "\n",
                    "\n\n",
                    "x ** y",
                    "😀",
                    "a_b",
                    "\r\n",
                    "<b>",
                    "|");

    private static String rendered(Screen screen, String... pieces) {
        var stream = new MarkdownStream(new TextStyle(screen));
        var all = new StringBuilder();
        for (String piece : pieces) {
            all.append(stream.take(piece));
        }
        return all.append(stream.end()).toString();
    }

    private static String tagged(String text) {
        return rendered(Screen.COLOR, text.replace("\\n", "\n"))
                .replace("\u001b[1m", "<b>")
                .replace("\u001b[2m", "<d>")
                .replace("\u001b[36m", "<c>")
                .replace("\u001b[0m", "</>")
                .replace("\n", "\\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# Title\\nwords | <b>Title</>\\nwords",
                "## **A** b | <b>A b</>",
                "#hash and #7 | #hash and #7",
                "a **strong** word | a <b>strong</> word",
                "2 ** 3 and **kwargs | 2 ** 3 and **kwargs",
                "`x * y` is code | <c>x * y</> is code",
                "``a ` b`` | <c>a ` b</>",
                "a lone ` here | a lone ` here",
                "- one\\n* two\\n  + three | • one\\n• two\\n  • three",
                "--- | ---",
                "*slanted* stays | *slanted* stays",
                "```js\\n**a** # b\\n```\\n**c** | <d>```js</>\\n<c>**a** # b</>\\n<d>```</>\\n<b>c</>",
                "```\\n~~~\\n```\\nx | <d>```</>\\n<c>~~~</>\\n<d>```</>\\nx",
            })
    void rendersLightly(String text, String shown) {
        assertThat(tagged(text)).isEqualTo(shown);
    }

    @Test
    void leavesTheTextAloneWithoutColors() {
        assertThat(rendered(Screen.MOVING, "# A **b**\n", "`c`\u001b[2J"))
                .isEqualTo("# A **b**\n`c`");
    }

    @Test
    void showsWordsBeforeTheLineEnds() {
        var stream = new MarkdownStream(new TextStyle(Screen.COLOR));
        assertThat(stream.take("The ans")).isEqualTo("The ans");
        assertThat(stream.take("wer **is")).isEqualTo("wer ");
        assertThat(stream.take(" 42** now")).isEqualTo("\u001b[1mis 42\u001b[0m now");
    }

    private static String random(RandomGenerator random) {
        var text = new StringBuilder();
        for (int left = random.nextInt(25); left > 0; left--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    @Test
    void breaksNoTextHoweverItIsCut() {
        var random = new Random(4);
        for (int i = 0; i < 5_000; i++) {
            String text = random.nextInt(4) == 0 ? RandomText.of(random) : random(random);
            String whole = rendered(Screen.COLOR, text);
            assertThat(whole).as("safe").matches(RandomText::isSafe);
            assertThat(bare(whole.replaceAll("\u001b\\[\\d+m", "")))
                    .as("all words of <%s>", text)
                    .isEqualTo(bare(TerminalText.read(text)));
            if (text.equals(TerminalText.read(text))) {
                assertThat(rendered(Screen.COLOR, cut(text, random)))
                        .as("in pieces: <%s>", text)
                        .satisfies(it -> assertThat(joined(it)).isEqualTo(joined(whole)));
            }
        }
    }

    private static String[] cut(String text, RandomGenerator random) {
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + 1 + random.nextInt(4));
            pieces.add(text.substring(at, end));
            at = end;
        }
        return pieces.toArray(String[]::new);
    }

    /// A color that ends and begins again at the same place is one color.
    private static String joined(String shown) {
        return shown.replace("\u001b[0m\u001b[36m", "");
    }

    /// The text without its marks.
    private static String bare(String text) {
        return text.replaceAll("[#*`+•-]", "").replace(" ", "");
    }
}
