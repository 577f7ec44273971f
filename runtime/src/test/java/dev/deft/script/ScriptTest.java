package dev.deft.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.Redirection;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {

    private static List<String> commands(String text) {
        Script script = Script.read(text);
        assertThat(script.doubts()).isEmpty();
        return script.commands().stream().map(SimpleCommand::display).toList();
    }

    @Test
    void listsEveryCommandInSourceOrder() {
        assertThat(commands("a 1 | b '2 3' && (c; d \"$x\") || e $(f g)"))
                .containsExactly("a 1", "b 2 3", "c", "d $x", "f g", "e $(f g)");
    }

    @Test
    void knowsAPlainCommandWithoutReadingIt() {
        assertThat(Script.running("zq-tool")).isEqualTo(Script.read("zq-tool"));
    }

    /// The grammar takes `time` for a program, and what is behind it for words.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "time ! rm x",
                "time -p -- ! rm x",
                "time ! time ! rm x",
                "time ! ! rm x",
                "! time ! rm x",
                "time coproc rm x",
                "if time ! rm x; then true; fi"
            })
    void doubtsKeywordsBehindTime(String text) {
        Script script = Script.read(text);

        assertThat(script.doubts()).anyMatch(it -> it.endsWith("at this place is not understood"));
        assertThat(script.commands().stream().map(SimpleCommand::display)).contains("rm x");
    }

    @Test
    void tellsConstantWordsFromOthers() {
        List<Word> words =
                Script.read("c a\\ b \"x$y\" $z *.txt 'q'\"r\"").commands().getFirst().words();

        assertThat(words.get(1).constant()).contains("a b");
        assertThat(words.get(2).constant()).isEmpty();
        assertThat(words.get(2).prefix()).isEqualTo("x");
        assertThat(words.get(2).splits()).isFalse();
        assertThat(words.get(3).splits()).isTrue();
        assertThat(words.get(4).splits()).isTrue();
        assertThat(words.get(5).constant()).contains("qr");
    }

    @Test
    void keepsRedirectionsAndAssignmentsWithTheirCommand() {
        SimpleCommand command =
                Script.read("A=1 B=$x c >out 2>&1 <in d >>log").commands().getFirst();

        assertThat(command.display()).isEqualTo("c d");
        assertThat(command.assignments().stream().map(Assignment::name)).containsExactly("A", "B");
        assertThat(command.redirections())
                .containsExactly(
                        new Redirection(Redirection.Kind.WRITE, Word.of("out")),
                        new Redirection(Redirection.Kind.DUPLICATE, Word.of("1")),
                        new Redirection(Redirection.Kind.READ, Word.of("in")),
                        new Redirection(Redirection.Kind.APPEND, Word.of("log")));
    }

    @Test
    void tellsWrappersAndFunctionsFromOtherCommands() {
        Script script = Script.read("f() { a; }; f x; timeout 5 b y");

        assertThat(script.commands().stream().map(SimpleCommand::kind))
                .containsExactly(
                        SimpleCommand.Kind.PLAIN,
                        SimpleCommand.Kind.FUNCTION,
                        SimpleCommand.Kind.WRAPPER,
                        SimpleCommand.Kind.PLAIN);
    }

    @Test
    void callsAFunctionOnlyWhereItIsCertainlyDefined() {
        assertThat(Script.read("false && f() { a; }; f").commands().getLast().kind())
                .isEqualTo(SimpleCommand.Kind.PLAIN);
        assertThat(Script.read("f() { a; }; bash -c f").commands().getLast().kind())
                .isEqualTo(SimpleCommand.Kind.PLAIN);
        assertThat(Script.read("f() { a; } & f").commands().getLast().kind())
                .isEqualTo(SimpleCommand.Kind.PLAIN);
    }

    @Test
    void survivesAnything() {
        for (String text :
                List.of(
                        "",
                        " ",
                        "\n",
                        "#",
                        "'",
                        "\"",
                        "`",
                        "$(",
                        "${",
                        "((",
                        "\\",
                        "<<",
                        "a <<E",
                        "🦆 x",
                        "\ud83e",
                        "a\u2028b")) {
            assertThat(Script.read(text).text()).isEqualTo(text);
        }
    }
}
