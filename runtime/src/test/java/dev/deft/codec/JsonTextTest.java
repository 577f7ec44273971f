package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "\"\"",
                "{\"b\":1,\"a\":[2,{\"c\":null}]}",
                "12345678901234567890123",
                "1.50",
                "-0",
                "6.02e23",
                "\"\\u0000\\n\\\"ü😀\""
            })
    void writesAParsedTextUnchanged(String text) throws Exception {
        Json value = JsonText.parse(text);

        assertThat(JsonText.parse(JsonText.write(value))).isEqualTo(value);
        assertThat(JsonText.parse(JsonText.writeIndented(value))).isEqualTo(value);
        if (!text.contains("\\u")) {
            assertThat(JsonText.write(value)).isEqualTo(text);
        }
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
                "\"\t\"",
                "+1",
                "{\"a\":1}}"
            })
    void rejectsTextThatIsNotJson(String text) {
        assertThatThrownBy(() -> JsonText.parse(text)).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void rejectsDuplicateKeys() {
        assertThatThrownBy(() -> JsonText.parse("{\"a\":1,\"a\":2}"))
                .hasMessageContaining("\"a\" is there twice");
    }

    @Test
    void namesThePositionOfAnError() {
        assertThatThrownBy(() -> JsonText.parse("{\n  \"a\": tru\n}"))
                .isInstanceOfSatisfying(
                        JsonSyntaxException.class,
                        it -> {
                            assertThat(it.line()).isEqualTo(2);
                            assertThat(it.column()).isBetween(8, 13);
                        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1 | Unexpected end-of-input: expected close marker for Object (line 1, column 7)",
                "[1 | Unexpected end-of-input: expected close marker for Array (line 1, column 3)",
                "[NaN] | Non-standard token 'NaN' (line 1, column 5)",
            })
    void hidesDetailsOfTheLibrary(String text, String problem) {
        assertThatThrownBy(() -> JsonText.parse(text)).hasMessage(problem);
    }

    @Test
    void limitsTheNestingDepth() throws Exception {
        int deepest = JsonText.MAX_DEPTH;
        assertThat(JsonText.parse("[".repeat(deepest) + "]".repeat(deepest)))
                .isInstanceOf(Json.Arr.class);
        assertThatThrownBy(() -> JsonText.parse("[".repeat(deepest + 1) + "]".repeat(deepest + 1)))
                .isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonText.parse("{\"a\":".repeat(100_000)))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void rejectsOtherValuesWhereAnObjectIsExpected() {
        assertThatThrownBy(() -> JsonText.parseObject("[1]"))
                .hasMessageContaining("an object was expected, not an array");
    }

    /// UTF-8 cannot hold it, so it must not pass through bytes.
    @Test
    void keepsHalfOfAPairOfSurrogates() throws Exception {
        assertThat(JsonText.parse("[\"a\uD800b\"]"))
                .isEqualTo(JsonText.parseWithLibrary("[\"a\uD800b\"]"));
        assertThat(JsonText.parse("[\"a\uD800b\"]"))
                .isEqualTo(new Json.Arr(List.of(new Json.Str("a\uD800b"))));
    }

    @Test
    void keepsTheOrderOfKeys() throws Exception {
        assertThat(List.copyOf(JsonText.parseObject("{\"z\":1,\"a\":2,\"m\":3}").fields().keySet()))
                .containsExactly("z", "a", "m");
    }

    @Test
    void isTheSameAsToStringOfAValue() throws Exception {
        for (String text :
                List.of(
                        "{\"a\":[1,2.50,-3e7,true,false,null,{}],\"b\":\"x\"}",
                        "[]",
                        "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\u2028ö😀/\"",
                        "12345678901234567890.5")) {
            Json value = JsonText.parse(text);
            assertThat(value).hasToString(JsonText.write(value));
            assertThat(JsonText.parse(value.toString())).isEqualTo(value);
        }
    }
}
