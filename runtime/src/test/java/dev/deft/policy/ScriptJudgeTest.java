package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.Script;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The decisions of rules about the parts of a script.
class ScriptJudgeTest {

    /// Lines with action, part, rule and note.
    private static List<String> partsIn(String directory, String script, String... rules) {
        return new RuleBook(
                        Stream.of(rules)
                                .map(it ->
                                        it.startsWith("manifest ")
                                                ? Rule.parse(Scope.MANIFEST, it.substring(9))
                                                : Rule.parse(Scope.PROJECT, it))
                                .toList())
                .decide("bash", Script.read(script), directory).stream()
                        .map(ScriptJudgeTest::line)
                        .toList();
    }

    private static String line(ScriptJudge.Part part) {
        return part.decision().action().wire()
                + " "
                + part.text()
                + part.decision().rule().map(it -> " by " + it.text()).orElse("")
                + (part.note().isEmpty() ? "" : " (" + part.note() + ")")
                + part.suggestion().map(it -> " suggests " + it.text()).orElse("");
    }

    private static List<String> parts(String script, String... rules) {
        return partsIn(".", script, rules);
    }

    @Test
    void areMadeForEachCommandAndRedirection() {
        assertThat(parts("ls -l | sort > out.txt < in.txt", "allow bash ls *", "allow fs.read **"))
                .containsExactly(
                        "allow ls -l by allow bash ls *",
                        "ask sort suggests allow bash sort",
                        "ask > out.txt suggests allow fs.write out.txt",
                        "allow < in.txt by allow fs.read **");
    }

    @Test
    void areMadeForWhatIsBehindTime() {
        assertThat(parts("time ! rm x", "allow bash *", "deny bash rm *"))
                .contains("deny rm x by deny bash rm *");
        assertThat(parts("time coproc rm x", "allow bash *", "deny bash rm *"))
                .contains("deny rm x by deny bash rm *");
    }

    @Test
    void needNoRuleForBuiltinsThatTouchNothing() {
        assertThat(parts("set -e; export A=1; test -f x && ls", "allow bash ls *"))
                .containsExactly(
                        "allow set -e",
                        "allow export A=1",
                        "allow test -f x",
                        "allow ls by allow bash ls *");
    }

    @Test
    void needARuleForAScriptOfNothingButBuiltins() {
        assertThat(parts("true; A=1"))
                .containsExactly(
                        "allow true",
                        "allow A=…",
                        "ask the script (it has no command that a rule allows)");
        assertThat(parts("true", "allow bash true *"))
                .containsExactly("allow true by allow bash true *");
    }

    @Test
    void askAboutDangerousAssignments() {
        assertThat(parts("PATH=/evil; ls", "allow bash ls *"))
                .containsExactly(
                        "ask PATH=… (PATH= changes what runs)", "allow ls by allow bash ls *");
        assertThat(parts("PATH=/evil; ls", "allow * *"))
                .containsExactly(
                        "allow PATH=… by allow * * (PATH= changes what runs)",
                        "allow ls by allow * *");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    allow bash ls *                     ¦ ask $x (which program runs is known only at run time)
                    allow bash *                        ¦ ask $x (which program runs is known only at run time)
                    allow * *                           ¦ allow $x by allow * * (which program runs is known only at run time)
                    look bash *                         ¦ allow $x by look bash * (which program runs is known only at run time)
                    look bash ls *                      ¦ ask $x (which program runs is known only at run time)
                    allow * * ; deny bash rm *          ¦ ask $x by deny bash rm * (which program runs is known only at run time)
                    allow * * ; ask bash rm *           ¦ ask $x by ask bash rm * (which program runs is known only at run time)
                    allow * * ; deny read **            ¦ allow $x by allow * * (which program runs is known only at run time)
                    """)
    void allowUnknownProgramsOnlyWhereEverythingIsAllowed(String rules, String expected) {
        assertThat(parts("$x", rules.split(" ; ", -1))).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    rm a         ¦ allow bash * ; deny bash rm *                       ¦ deny rm a by deny bash rm *
                    /bin/rm a    ¦ allow bash * ; deny bash rm *                       ¦ deny /bin/rm a by deny bash rm *
                    rm a         ¦ allow bash rm a ; manifest deny bash rm *           ¦ deny rm a by deny bash rm *
                    rm a         ¦ allow bash rm a ; deny bash rm *                    ¦ allow rm a by allow bash rm a
                    cp a "$x"    ¦ allow bash cp * ; manifest deny bash cp a b         ¦ ask cp a $x by deny bash cp a b
                    cp a "$x"    ¦ allow bash cp * ; deny bash cp a b                  ¦ ask cp a $x by deny bash cp a b
                    cp a "$x"    ¦ allow bash cp * ; deny bash cp b b                  ¦ allow cp a $x by allow bash cp *
                    cp a b       ¦ ask bash cp * ; allow bash *                        ¦ ask cp a b by ask bash cp *
                    true "$x"    ¦ deny bash true now                                  ¦ ask true $x by deny bash true now
                    """)
    void followThePrecedenceOfRules(String script, String rules, String expected) {
        String first = parts(script, rules.split(" ; ", -1)).getFirst();

        assertThat(first.replaceFirst(" (\\(|suggests ).*", "")).isEqualTo(expected);
    }

    @Test
    void allowRelativePatternsOnlyInsideTheRoot() {
        assertThat(parts("ls > /tmp/x; ls > ../x", "allow bash ls *", "allow fs.write **"))
                .containsExactly(
                        "allow ls by allow bash ls *",
                        "ask > /tmp/x suggests allow fs.write /tmp/x",
                        "allow ls by allow bash ls *",
                        "ask > ../x suggests allow fs.write ../x");
        assertThat(parts("ls > /tmp/x", "allow bash ls *", "allow fs.write /tmp/**"))
                .containsExactly(
                        "allow ls by allow bash ls *", "allow > /tmp/x by allow fs.write /tmp/**");
        assertThat(parts("ls > /tmp/x", "allow * *"))
                .containsExactly("allow ls by allow * *", "allow > /tmp/x by allow * *");
        assertThat(parts("ls > /tmp/x", "allow * *", "deny fs.write **"))
                .as("a deny applies outside the root too")
                .containsExactly("allow ls by allow * *", "deny > /tmp/x by deny fs.write **");
    }

    @Test
    void askAboutRedirectionsWithAnUnknownTarget() {
        assertThat(parts("ls > $x", "allow bash ls *", "allow fs.write **"))
                .containsExactly(
                        "allow ls by allow bash ls *",
                        "ask > $x (its target is known only at run time)");
        assertThat(parts("cd $d; ls > a", "allow bash *", "allow fs.write **"))
                .containsExactly(
                        "allow cd $d by allow bash *",
                        "allow ls by allow bash *",
                        "ask > a (its target is known only at run time)",
                        "allow > a by allow fs.write **");
    }

    @Test
    void resolveRedirectionsAgainstTheDirectoryOfTheScript() {
        assertThat(partsIn("src", "ls > a", "allow bash ls *"))
                .containsExactly(
                        "allow ls by allow bash ls *", "ask > src/a suggests allow fs.write src/a");
    }

    @Test
    void nameWhatCannotBeAnalyzed() {
        assertThat(parts("ls (", "allow bash *"))
                .anyMatch(it -> it.startsWith("ask the script (the syntax near"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    npm test | tail -5        ¦ allow npm test by allow bash npm test * | allow tail -5
                    npm test | sort           ¦ allow npm test by allow bash npm test * | allow sort by look bash *
                    tail -5 a                 ¦ allow tail -5 a by look bash *
                    echo hi > a.txt           ¦ allow echo hi | allow > a.txt by allow fs.write *.txt
                    echo hi > a.bin           ¦ allow echo hi by look bash * | allow > a.bin by look bash *
                    cat < a.txt               ¦ allow cat by look bash * | allow < a.txt by look bash *
                    """)
    void letAuxiliaryCommandsRunInFullBesideAnAllowedOne(String script, String expected) {
        assertThat(
                        String.join(
                                " | ",
                                parts(
                                        script,
                                        "look bash *",
                                        "allow bash npm test *",
                                        "allow fs.write *.txt")))
                .isEqualTo(expected);
    }

    @Test
    void ignoreRulesOfOtherTools() {
        assertThat(parts("ls", "allow other ls *", "deny other *"))
                .containsExactly("ask ls suggests allow bash ls *");
    }
}
