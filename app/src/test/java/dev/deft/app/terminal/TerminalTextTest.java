package dev.deft.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTextTest {

    private static final int SAMPLES = 3_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream terminal =
            TerminalStream.to(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    private String shown() {
        String shown = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return shown;
    }

    @ParameterizedTest
    @CsvSource({
        "rm\u202e fdp.x, rm fdp.x, rm⟨U+202E⟩ fdp.x",
        "a\u200bb, ab, a⟨U+200B⟩b",
        "a\u2066b\u2069, ab, a⟨U+2066⟩b⟨U+2069⟩",
        "a\udb40\udc41b, ab, a⟨U+E0041⟩b",
        "a\u001b[2Jb, ab, a⟨U+001B⟩[2Jb",
        "a\u001b]52;c;aGk=\u0007b, ab, a⟨U+001B⟩]52;c;aGk=⟨U+0007⟩b",
        "a\u009b31mb, ab, a⟨U+009B⟩31mb",
        "a\ufe0fb, ab, a⟨U+FE0F⟩b",
        "a\u3164b, ab, a⟨U+3164⟩b",
        "a\u00a0b, a\u00a0b, a⟨U+00A0⟩b",
        "naïve 広い 😀, naïve 広い 😀, naïve 広い 😀"
    })
    void losesWhatHidesWhereItIsReadAndNamesItWhereItIsDecidedOn(
            String text, String read, String decided) {
        assertThat(TerminalText.read(text)).isEqualTo(read);
        assertThat(TerminalText.decide(text)).isEqualTo(decided);
        assertThat(TerminalText.decideLines(text)).isEqualTo(decided);
    }

    @Test
    void namesLineEndsOfWhatIsOneLine() {
        assertThat(TerminalText.decide("a\nb")).isEqualTo("a⟨U+000A⟩b");
        assertThat(TerminalText.decideLines("a\nb")).isEqualTo("a\nb");
    }

    @Test
    void cutsNoCharacterInTwo() {
        assertThat(TerminalText.cut("😀😀😀", 4)).isEqualTo("😀…");
        assertThat(TerminalText.cut("abc", 3)).isEqualTo("abc");
    }

    /// What a terminal gets, whatever it is for, of whatever text.
    @Test
    void isSafeWhateverTheTextIs() throws Exception {
        var random = new Random(8);
        for (int i = 0; i < SAMPLES; i++) {
            String text = RandomText.of(random);
            String json = TerminalText.json(JsonText.write(Json.Obj.EMPTY.with("a", text)));
            assertThat(TerminalText.read(text)).matches(RandomText::isSafe);
            assertThat(TerminalText.decide(text)).matches(RandomText::isSafe);
            assertThat(TerminalText.decideLines(text)).matches(RandomText::isSafe);
            assertThat(json).matches(RandomText::isSafe);
            if (text.codePoints().noneMatch(it -> Character.getType(it) == Character.SURROGATE)) {
                assertThat(JsonText.parseObject(json)).isEqualTo(Json.Obj.EMPTY.with("a", text));
            }
            terminal.print(text);
            terminal.println(new TextStyle(Screen.COLOR).bold(text));
            assertThat(shown()).as("what somebody forgot").matches(RandomText::isSafe);
        }
    }

    @Test
    void keepsStylesAndCharactersThatComeInPieces() {
        String text = new TextStyle(Screen.COLOR).red("täglich 😀") + "\n";
        byte[] pieces = text.getBytes(StandardCharsets.UTF_8);
        for (byte piece : pieces) {
            terminal.write(piece);
        }
        terminal.flush();
        assertThat(shown()).isEqualTo(text);
        String long1 = new TextStyle(Screen.COLOR).bold("ö").repeat(5_000);
        terminal.println(long1);
        assertThat(shown()).isEqualTo(long1 + "\n");
    }
}
