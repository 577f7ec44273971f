package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScannerTest {

    private static final String SAMPLE =
            """
            {"type": "delta", "n": [0, -0, 1.50, 12e+3, 6.02E-23, -7], "e": {}, "a": [ ],
             "t": "a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00ü😀", "b": [true, false, null]}
            """;

    private static Optional<Json> scan(byte[] text) {
        byte[] inside = new byte[text.length + 10];
        Arrays.fill(inside, (byte) '1');
        System.arraycopy(text, 0, inside, 5, text.length);
        return JsonScanner.parse(inside, 5, text.length);
    }

    /// What the library makes of a text; empty if it is wrong.
    private static Optional<Json> parsed(byte[] text) {
        try {
            return Optional.of(JsonText.parseWithLibrary(new String(text, StandardCharsets.UTF_8)));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    @Test
    void readsWhatTheLibraryReads() {
        assertThat(scan(SAMPLE.getBytes(StandardCharsets.UTF_8)))
                .isPresent()
                .isEqualTo(parsed(SAMPLE.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "{\"a\":}",
                "[1,]",
                "{\"a\":1,}",
                "// no\n1",
                "1 2",
                "'a'",
                "{a:1}",
                "NaN",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "+1",
                "\"\t\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u12",
                "\"",
                "tru",
                "nulls",
                "{\"a\":1}}",
                "{\"a\":1,\"a\":2}",
                "\uFEFF{}",
                "{\"a\" 1}",
                "[1 2]",
                "\u00a01"
            })
    void takesNothingElse(String text) {
        assertThat(scan(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
        assertThat(parsed(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void agreesWithTheLibraryOnDamagedText() {
        var random = new Random(5);
        byte[] sample = SAMPLE.getBytes(StandardCharsets.UTF_8);
        byte[] alphabet =
                "{}[]:,\"\\0123456789eE+-.truefalsn \n\u00e9".getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = sample.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] =
                        random.nextInt(4) == 0
                                ? (byte) random.nextInt(256)
                                : alphabet[random.nextInt(alphabet.length)];
            }
            int length = random.nextInt(9) == 0 ? random.nextInt(damaged.length) : damaged.length;
            byte[] text = Arrays.copyOf(damaged, length);

            assertThat(scan(text))
                    .as(new String(text, StandardCharsets.UTF_8))
                    .isEqualTo(parsed(text));
        }
    }

    @Test
    void limitsTheDepth() {
        String deep = "[".repeat(JsonText.MAX_DEPTH) + "]".repeat(JsonText.MAX_DEPTH);
        assertThat(scan(deep.getBytes(StandardCharsets.UTF_8))).isPresent();
        assertThat(scan(("[" + deep + "]").getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void leavesItToTheLibraryToSayWhatIsWrong() throws Exception {
        byte[] wrong = "{\"a\":1,\"a\":2}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> JsonText.parseObject(wrong, 0, wrong.length))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageContaining("is there twice");
        assertThatThrownBy(() -> JsonText.parseObject(wrong, 5, 1))
                .hasMessageContaining("an object was expected, not a number");
        assertThat(JsonText.parseObject("x{}y".getBytes(StandardCharsets.UTF_8), 1, 2))
                .isEqualTo(Json.Obj.EMPTY);
    }
}
