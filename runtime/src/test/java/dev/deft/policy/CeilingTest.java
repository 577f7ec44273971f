package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.pattern.PatternVariables;
import dev.deft.script.Script;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CeilingTest {

    private static final PatternVariables VARIABLES =
            PatternVariables.of(List.of("scratch", "more"), List.of());

    /// Reads `src/**`, writes `out/**`, reaches hosts of example.org, runs `ls`, `git log …` and
    /// `npm run test*`.
    private static final Ceiling SOME =
            ceiling(
                    List.of(
                            ShellRequirement.anyArguments("ls"),
                            new ShellRequirement(
                                    "git",
                                    Optional.of(
                                            List.of(
                                                    new ArgPattern.Exact("log"),
                                                    new ArgPattern.Wildcard()))),
                            new ShellRequirement(
                                    "npm",
                                    Optional.of(
                                            List.of(
                                                    new ArgPattern.Exact("run"),
                                                    new ArgPattern.Prefix("test"))))));

    private static Ceiling ceiling(List<ShellRequirement> shell) {
        return Ceiling.of(
                new RequirementSet(
                        List.of("src/**"),
                        List.of("out/**", "{ad-hoc}/**"),
                        List.of("*.example.org"),
                        shell,
                        List.of()),
                VARIABLES);
    }

    @ParameterizedTest
    @CsvSource({
        "FS_READ, src/a, true",
        "FS_READ, src/**, true",
        "FS_READ, out/a, false",
        "FS_READ, **, false",
        "FS_WRITE, out/a, true",
        "FS_WRITE, scratch/a, true",
        "FS_WRITE, more/a, true",
        "FS_WRITE, src/a, false",
        "NET_FETCH, www.example.org, true",
        "NET_FETCH, example.com, false",
        "SHELL_RUN, ls -l, true",
        "SHELL_RUN, rm a, false",
        "NONE, anything, true"
    })
    void coversTouchesByTheirCapability(Capability capability, String subject, boolean expected) {
        assertThat(SOME.covers(new Touch(capability, subject))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '§',
            textBlock =
                    """
                    ls                     ¦ true
                    ls $x "$y" *           ¦ true
                    ls; rm a               ¦ false
                    $x                     ¦ false
                    ls (                   ¦ false
                    git log -1             ¦ true
                    git log "$x"           ¦ true
                    git log $x             ¦ false
                    git log                ¦ false
                    git log a b            ¦ false
                    git "$x" a             ¦ false
                    git status a           ¦ false
                    npm run test-all       ¦ true
                    npm run build          ¦ false
                    npm run test"$x"       ¦ false
                    A=1                    ¦ true
                    PATH=/evil             ¦ false
                    f() { ls; }; f         ¦ true
                    f() { rm a; }; f       ¦ false
                    """)
    void coversScriptsByAllTheirCommands(String script, boolean expected) {
        assertThat(SOME.coversCommands(Script.read(script))).isEqualTo(expected);
        assertThat(SOME.covers(Script.read(script), ".")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '§',
            textBlock =
                    """
                    ls > out/a             ¦ .   ¦ true
                    ls > a                 ¦ .   ¦ false
                    ls > a                 ¦ out ¦ true
                    ls < src/a             ¦ .   ¦ true
                    ls < out/a             ¦ .   ¦ false
                    ls > out/a > b         ¦ .   ¦ false
                    ls > $x                ¦ .   ¦ false
                    ls > /dev/null         ¦ .   ¦ true
                    ls > out/../a          ¦ .   ¦ false
                    ls >/dev/tcp/a.example.org/80 ¦ . ¦ true
                    ls >/dev/tcp/a.example.com/80 ¦ . ¦ false
                    """)
    void coversTheRedirectionsOfScripts(String script, String directory, boolean expected) {
        assertThat(SOME.covers(Script.read(script), directory)).isEqualTo(expected);
    }

    @Test
    void followsTheWorkingDirectoryOfAScript() {
        Ceiling any = ceiling(List.of(ShellRequirement.anyArguments("*")));

        assertThat(any.covers(Script.read("ls > a"), "out")).isTrue();
        assertThat(any.covers(Script.read("cd out; ls > a"), "out")).isTrue();
        assertThat(any.covers(Script.read("cd sub; ls > ../a"), "out")).isFalse();
        assertThat(any.covers(Script.read("cd /etc; ls > a"), "out")).isFalse();
    }

    @Test
    void coversScriptsThatCannotBeAnalyzedWhereAnyCommandIsAllowed() {
        Ceiling any = ceiling(List.of(ShellRequirement.anyArguments("*")));

        assertThat(any.coversCommands(Script.read("eval \"$x\" ("))).isTrue();
        assertThat(any.covers(Script.read("ls > $x"), ".")).isTrue();
        assertThat(any.covers(Script.read("ls > a"), ".")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Capability.class)
    void lacksWhatItDoesNotMention(Capability capability) {
        Ceiling nothing = Ceiling.of(RequirementSet.NONE, VARIABLES);

        assertThat(nothing.lacks(capability)).isEqualTo(capability != Capability.NONE);
        assertThat(SOME.lacks(capability)).isFalse();
    }
}
