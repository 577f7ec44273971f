package dev.deft.script.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Words as they are written in a script.
class WordTest {

    /// The second word of a command.
    private static Word word(String source) {
        return Script.read("c0 " + source).commands().getLast().words().get(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-a", "--", "-", "'-x y'", "$x", "\"$x\"", "-$x", "*", "a$x", "${x}b", "$@"})
    void mayBeAnOption(String source) {
        assertThat(word(source).mayBeOption()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "''",
                "a*",
                "\"a$x\"",
                "a{b,c}",
                "~",
                "~/x",
                "$?",
                "\"$#\"",
                "\"$$\"",
                "\"${#x}\""
            })
    void mayNotBeAnOption(String source) {
        assertThat(word(source).mayBeOption()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "-v, -v, true",
        "-w, -v, false",
        "$x, -v, true",
        "\"$x\", -v, true",
        "\"-$x\", -v, true",
        "\"-w$x\", -v, false",
        "\"a$x\", -v, false",
        "\"-v$x\", -v, true",
        "\"$?\", -v, false",
        "~, -v, false",
        "a$x, -v, true",
        "*, -v, true",
        "a*, -v, false",
        "\"$?$x\", -v, false",
        "'', '', true"
    })
    void mayBeAnExactText(String source, String text, boolean expected) {
        assertThat(word(source.isEmpty() ? "''" : source).mayBe(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "5, true",
        "-5, true",
        "+5, true",
        "'', true",
        "5a, false",
        "a, false",
        "--5, false",
        "$x, false",
        "$?, true",
        "5$?, true",
        "a$?, false",
        "\"$((x))\", true",
        "$[x], true",
        "${#x}, true",
        "${#x[@]}, true",
        "${#}, true",
        "${x}, false",
        "$(c1), false",
        "\"$?$x\", false"
    })
    void isANumber(String source, boolean expected) {
        assertThat(word(source.isEmpty() ? "''" : source).isNumber()).isEqualTo(expected);
    }

    @Test
    void isAConstantOnlyIfAllOfItIsKnown() {
        assertThat(word("'a b'").constant()).contains("a b");
        assertThat(word("a*").constant()).isEmpty();
        assertThat(word("\"a$x\"").constant()).isEmpty();
        assertThat(word("a").is("a")).isTrue();
        assertThat(word("a").is("b")).isFalse();
        assertThat(word("\"a$x\"b").prefix()).isEqualTo("a");
        assertThat(word("\"a$x\"b").display()).isEqualTo("a$xb");
        assertThat(Word.anything("x").splits()).isTrue();
        assertThat(Word.unknown("x").splits()).isFalse();
    }

    @Test
    void namesAProgram() {
        assertThat(Script.read("/usr/bin/c0 a").commands().getFirst().program()).contains("c0");
        assertThat(Script.read("c0").commands().getFirst().program()).contains("c0");
        assertThat(Script.read("$x").commands().getFirst().program()).isEmpty();
        assertThat(Script.read("A=1").commands().getFirst().program()).isEmpty();
        assertThat(Script.read("$x").commands().getFirst().isUnknown()).isTrue();
        assertThat(Script.read("c0 $x").commands().getFirst().isUnknown()).isFalse();
        assertThat(Script.read("A=1").commands().getFirst().isUnknown()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "<a, true, false",
        ">a, false, true",
        ">>a, false, true",
        ">|a, false, true",
        "2>&1, false, false",
        "<<<a, false, false"
    })
    void redirectionsReadOrWrite(String redirection, boolean reads, boolean writes) {
        Redirection.Kind kind =
                Script.read("c0 " + redirection)
                        .commands()
                        .getFirst()
                        .redirections()
                        .getFirst()
                        .kind();

        assertThat(kind.reads()).isEqualTo(reads);
        assertThat(kind.writes()).isEqualTo(writes);
    }
}
