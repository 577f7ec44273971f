package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.tool.Touch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts that look like what a rule allows and do more. Each is asked about.
class ScriptHolesTest {

    private static final RuleBook READING =
            new RuleBook(
                    Stream.of(
                                    "cat",
                                    "cd",
                                    "date",
                                    "echo",
                                    "find",
                                    "git diff",
                                    "git log",
                                    "git reflog",
                                    "git remote -v",
                                    "git status",
                                    "grep",
                                    "ls",
                                    "npm ls",
                                    "npm test",
                                    "printf",
                                    "read",
                                    "sort",
                                    "test",
                                    "true",
                                    "wc")
                            .map(it -> Rule.parse(Scope.PROJECT, "allow bash " + it + " *"))
                            .toList());

    private static Action decide(String script) {
        return READING.decide("bash", Touch.running(script)).action();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x='a.txt -delete'; find ./$x",
                "x='a.txt -delete'; find ./a$x",
                "b='main --output=pwned'; git diff HEAD...$b",
                "git log --format=$f",
                "git log --format=\"${f[@]}\"",
                "sort ./\"${a[@]}\"",
                "sort ./\"$@\"",
                "sort ./$(cat f)",
                "sort ./`cat f`",
                "sort ./${x}",
                "sort ./$*",
                "f() { find ./\"$@\"; }; f . -delete",
                "find ./\"$@\"",
                "x=dd; git remote -v a$x evil /x",
                "x=dd; git remote -v \"a$x\" evil /x",
                "git remote -v {a,b}dd evil /x",
                "x=xpire; git reflog e$x --expire=all --all",
                "x=xpire; git reflog \"e$x\" --expire=all --all",
                "sort *.txt",
                "sort {a,-o}.txt"
            })
    void aWordKnownInPartMayBeAnyWords(String script) {
        assertThat(decide(script)).isEqualTo(Action.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort ./*.txt",
                "sort a*.txt",
                "sort src/{a,b}.txt",
                "sort ./\"$x\"",
                "find ./\"$x\" -name '*.java'",
                "find ~/src -name x",
                "git log --format=\"$f\"",
                "git diff HEAD...\"$b\"",
                "git log -- $files",
                "git log --since=~/x",
                "for f in *.java; do wc -l \"$f\"; done",
                "grep --include=*.java -rn x src",
                "cat $x",
                "sort ./a$?",
                "cd dir && npm test"
            })
    void aWordWhoseBeginningIsKnownForAllItBecomesIsNoOption(String script) {
        assertThat(decide(script)).isEqualTo(Action.ALLOW);
    }
}
