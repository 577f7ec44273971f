package dev.deft.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts that are too long, too deep or too odd, and the variables of a session.
class ScriptLimitsTest {

    private static final int LONGEST = 64 * 1024;

    private static String lines(Script script) {
        return ScriptNotation.lines(script);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c0\\r\\nc1 | its lines end with CR LF, and to bash the CR is part of each command; send it with LF only",
                "c0\\x01 | it has control characters",
                "c0 a\\rb | it has control characters",
                "c0\\x7f | it has control characters",
                "c0\\x1f | it has control characters"
            })
    void controlCharactersAreNotAnalysed(String escaped, String doubt) {
        String text =
                escaped.replace("\\r", "\r")
                        .replace("\\n", "\n")
                        .replace("\\x01", "\u0001")
                        .replace("\\x1f", "\u001f")
                        .replace("\\x7f", "\u007f");

        assertThat(lines(Script.read(text))).isEqualTo("? " + doubt + "\n! incomplete\n");
    }

    @Test
    void tabsAndNewlinesAreBlanks() {
        assertThat(lines(Script.read("\tc0\ta\n\n\tc1\n"))).isEqualTo("> c0 a\n> c1\n");
    }

    @Test
    void aScriptOfTheGreatestLengthIsAnalysed() {
        String text = "c0 " + "a".repeat(LONGEST - 3);

        assertThat(lines(Script.read(text))).isEqualTo("> c0 " + "a".repeat(LONGEST - 3) + "\n");
        assertThat(lines(Script.read(text + "a")))
                .isEqualTo(
                        "? it is longer than 65536 characters without its here-documents\n! incomplete\n");
    }

    /// The body needs no analysis if nothing in it is expanded.
    @ParameterizedTest
    @ValueSource(strings = {"c0 <<'E'", "c0 <<E", "c0 << \"E\"", "c0 <<\\E", "c0 a <<'E' >out"})
    void longHereDocumentsDoNotCount(String start) {
        String body = "some words\n".repeat(LONGEST / 8);
        String text = start + "\n" + body + "E\nc1\n";

        Script script = Script.read(text);

        assertThat(script.doubts()).isEmpty();
        assertThat(script.commands()).hasSize(2);
        assertThat(script.commands().getFirst().redirections().getFirst().target().constant())
                .contains(body);
        assertThat(script.commands().getLast().display()).isEqualTo("c1");
    }

    @Test
    void tabsOfALongHereDocumentAreDropped() {
        String text = "c0 <<-'E'\n" + "\tword $x\n".repeat(LONGEST / 8) + "\tE\nc1\n";

        Script script = Script.read(text);

        assertThat(script.doubts()).isEmpty();
        assertThat(script.commands().getFirst().redirections().getFirst().target().constant())
                .contains("word $x\n".repeat(LONGEST / 8));
    }

    @Test
    void commandsBetweenLongHereDocumentsAreFound() {
        String body = "some words\n".repeat(LONGEST / 8);
        String text = "c0 <<'E'\n" + body + "E\nc1 <<'F'\n" + body + "F\nc2 a";

        assertThat(Script.read(text).commands().stream().map(it -> it.display()))
                .containsExactly("c0", "c1", "c2 a");
        assertThat(Script.read(text).understood()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$(c1)", "`c1`", "a \\$x"})
    void longHereDocumentsWithExpansionsCount(String line) {
        String text = "c0 <<E\n" + (line + "\n").repeat(LONGEST / 4) + "E\n";

        assertThat(lines(Script.read(text)))
                .isEqualTo(
                        "? it is longer than 65536 characters without its here-documents\n! incomplete\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c0 '<<E'", "c0 \"<<E\"", "# <<E", "c0 <<<E", "c0 $((1<<E))"})
    void linesThatOnlyLookLikeADocumentAreNotDropped(String start) {
        String text = start + "\n" + "c1 a\n".repeat(LONGEST / 4) + "E\nc2\n";

        Script script = Script.read(text);

        assertThat(script.understood()).isFalse();
        assertThat(script.incomplete()).isTrue();
    }

    @Test
    void twoDocumentsOnALineAreNotDropped() {
        String text =
                "c0 <<'E' <<'F'\n" + "a\n".repeat(LONGEST / 2) + "E\n" + "b\n".repeat(9) + "F\n";

        assertThat(Script.read(text).incomplete()).isTrue();
    }

    @Test
    void commandsAreCounted() {
        String most = String.join("\n", Collections.nCopies(2_000, "c0"));

        assertThat(Script.read(most).commands()).hasSize(2_000);
        assertThat(Script.read(most).understood()).isTrue();
        Script more = Script.read(most + "\nc1");
        assertThat(more.commands()).hasSize(2_000);
        assertThat(more.doubts()).containsExactly("it has more than 2000 commands");
        assertThat(more.incomplete()).isTrue();
    }

    @Test
    void nestedGroupsAreLimited() {
        assertThat(Script.read("( ".repeat(50) + "c0" + " )".repeat(50)).understood()).isTrue();
        assertThat(lines(Script.read("( ".repeat(200) + "c0" + " )".repeat(200))))
                .isEqualTo("? it is nested too deeply\n! incomplete\n");
    }

    @Test
    void nestedScriptsAreLimited() {
        String text = "c0";
        for (int i = 0; i < 8; i++) {
            text = "eval " + quoted(text);
        }

        assertThat(Script.read(text).understood()).isTrue();
        assertThat(Script.read(text).commands().getLast().display()).isEqualTo("c0");
        assertThat(Script.read("eval " + quoted(text)).doubts())
                .containsExactly("more than 8 commands are nested");
        assertThat(Script.read("eval " + quoted(text)).incomplete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"xargs ", "nice ", "find . -exec "})
    void nestedWrappersAreLimited(String wrapper) {
        assertThat(Script.read(wrapper.repeat(8) + "c0").understood()).isTrue();
        assertThat(Script.read(wrapper.repeat(9) + "c0").doubts())
                .containsExactly("more than 8 commands are nested");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash -c ", "watch ", "trap -- "})
    void nestedShellsAreLimited(String wrapper) {
        String text = "c0";
        for (int i = 0; i < 9; i++) {
            text = wrapper + quoted(text);
        }

        assertThat(Script.read(text).doubts()).containsExactly("more than 8 commands are nested");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    @Test
    void nestedBackticksAreLimited() {
        String text = "c0";
        for (int i = 0; i < 9; i++) {
            text = "c1 `" + text.replace("\\", "\\\\").replace("`", "\\`") + "`";
        }

        assertThat(Script.read(text).doubts()).contains("more than 8 commands are nested");
    }

    @Test
    void dangerousVariablesOfASessionComeFirst() {
        Map<String, String> variables =
                new TreeMap<>(Map.of("A", "1", "LANG", "C", "LD_PRELOAD", "x", "PATH", "y"));

        assertThat(lines(Script.read("c0", variables)))
                .isEqualTo("> [export LD_PRELOAD=x]\n> [export PATH=y]\n> c0\n");
        assertThat(lines(Script.read("c0", Map.of("A", "1")))).isEqualTo("> c0\n");
    }

    @Test
    void scriptsOfACallAreParsedOnceWithItsVariables() {
        var scripts = new ParsedScripts(() -> Map.of("PATH", "y"));

        assertThat(lines(scripts.of("c0"))).isEqualTo("> [export PATH=y]\n> c0\n");
        assertThat(scripts.of("c0")).isSameAs(scripts.of("c0"));
        assertThat(lines(new ParsedScripts().of("c0"))).isEqualTo("> c0\n");
    }

    @Test
    void scriptsOfASessionAreParsedAgainOnceItsVariablesChange() {
        Map<String, String> variables = new TreeMap<>();
        var recent = new RecentScripts();

        Script first = new ParsedScripts(() -> variables, recent).of("c0");
        assertThat(new ParsedScripts(() -> variables, recent).of("c0")).isSameAs(first);
        variables.put("PATH", "y");
        assertThat(lines(new ParsedScripts(() -> variables, recent).of("c0")))
                .isEqualTo("> [export PATH=y]\n> c0\n");
        variables.clear();
        assertThat(lines(new ParsedScripts(() -> variables, recent).of("c0"))).isEqualTo("> c0\n");
    }

    @Test
    void onlyTheLastScriptsOfASessionAreKept() {
        var recent = new RecentScripts();
        Script first = recent.of("c0", Map.of());

        for (int i = 1; i <= 15; i++) {
            recent.of("c" + i, Map.of());
        }
        assertThat(recent.of("c0", Map.of())).isSameAs(first);
        recent.of("c16", Map.of());
        assertThat(recent.of("c0", Map.of())).isNotSameAs(first).isEqualTo(first);
    }
}
