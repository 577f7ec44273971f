package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.tool.Touch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts that look like what a rule allows but do more.
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
    void aPartlyKnownWordMayBeAnyWords(String script) {
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
                "git log --since=\"$f\"",
                "git diff HEAD...\"$b\"",
                "git log -- $files",
                "git log --since=~/x",
                "for f in *.java; do wc -l \"$f\"; done",
                "grep --include=*.java -rn x src",
                "cat $x",
                "sort ./a$?",
                "cd dir && npm test"
            })
    void aWordWithAKnownBeginningIsNoOption(String script) {
        assertThat(decide(script)).isEqualTo(Action.ALLOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f(){ echo $(($1)); }; f 'a[$(touch pwned)]'",
                "f(){ [[ $1 -eq 0 ]]; }; f 'a[$(touch pwned)]'",
                "f(){ echo ${!1}; }; f 'a[$(touch pwned)]'",
                "f(){ echo ${x:$1}; }; f 'a[$(touch pwned)]'",
                "f(){ local n=$1; echo $((n)); }; f 'a[$(touch pwned)]'",
                ": 'a[$(touch pwned)]'; echo $((_))",
                "[[ 'a[$(touch pwned)]' =~ .* ]]; echo $((BASH_REMATCH))",
                "[[ 'a[$(touch pwned)]' =~ .* ]]; echo $((${BASH_REMATCH[0]}))",
                "cd d/*; echo $((${PWD##*/}))",
                "cd d/*; echo $((PWD))",
                "x='a[$(touch pwned)]'; ls {z[x]}<a.txt",
                "ls {z}<a.txt",
                "RANDOM='a[$(touch pwned)]'; ls",
                "SRANDOM='a[$(touch pwned)]'; ls",
                "HISTCMD='a[$(touch pwned)]'; ls",
                "OPTIND='a[$(touch pwned)]'; ls",
                "BASHPID+='a[$(touch pwned)]'; ls",
                "SECONDS=$x; ls",
                "LINENO='a[$(touch pwned)]' ls",
                "echo $((f))",
                "echo $((f+1))",
                "echo $[f]",
                "((f)); ls",
                "for ((i=f; i<2; i++)); do ls; done",
                "echo ${x:f}",
                "echo ${x:0:f}",
                "echo ${a[f]}",
                "a[f]=1; ls",
                "echo $((a[0]))",
                "[ -f x ] && n=5; echo $((n))",
                "n=5; n=$x; echo $((n))",
                "n=5; read n; echo $((n))",
                "n=5; unset n; echo $((n))",
                "if ls; then n=5; else echo $((n)); fi",
                "(n=5); echo $((n))",
                "n=5 | ls; echo $((n))",
                "n=5 ls; echo $((n))",
                "f() { n=5; }; echo $((n))",
                "echo $((0 && (n=1), n))",
                "echo $((n = n))",
                "case a in b) n=5;; esac; echo $((n))",
                "for n in 1 a; do echo $((n)); done",
                "for n; do echo $((n)); done",
                "n=5 || x=1 && m=3; echo $((m))",
                "printf -v n %s \"$x\"; echo $((n))",
                "n=0; printf -v n %s \"$x\"; echo $((n))",
                "n=0; getopts a n; echo $((n))",
                "[[ -v $x ]]",
                "[[ -v a[$i] ]]",
                "test -v \"$(cat f)\"",
                "[ -v \"$x\" ]",
                "[ $x ]",
                "[ $x = y ]",
                "[ \"$x\" \"$y\" ]",
                "[ \"$x\" 'a[$(id)]' ]",
                "test \"$@\"",
                "[[ x -eq $1 ]]",
                "[[ $(cat f) -gt 2 ]]",
                "[[ $n -gt 2 ]]",
                "let $x",
                "let \"n=$1\"",
                "let 'n=a[$(touch pwned)]'",
                "echo ${!x}",
                "echo ${!1}",
                "echo ${x@P}",
                "echo ${a[@]@P}"
            })
    void whatBashEvaluatesAsAnExpressionMustBeANumber(String script) {
        assertThat(decide(script)).isEqualTo(Action.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n=5; echo $((n+1))",
                "i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done",
                "for i in 1 2 3; do echo $((i*2)); done",
                "for ((i=0; i<3; i++)); do echo $i; done",
                "echo $((RANDOM % 10))",
                "echo $(( (1+2) * 3 ))",
                "((n = 3, n > 2)) && echo $((n))",
                "n=${#x}; echo $((n / 2))",
                "echo ${x:0:7}",
                "echo ${x: -1}",
                "echo ${a[0]} ${a[@]} ${#a[@]}",
                "[[ $# -eq 0 ]] && echo none",
                "[[ ${#x} -gt 3 ]] && echo long",
                "n=5 && echo $((n))",
                "if true; then n=1; echo $((n)); fi",
                "f() { local i=0; echo $((i)); }; f",
                "f() { local i; for ((i=0; i<2; i++)); do echo $i; done; }; f",
                "[ -n \"$x\" ] && echo x",
                "[ \"$x\" = y ] && echo y",
                "[ $? -eq 0 ] && echo fine",
                "[ ! -f \"$x\" ] || echo x",
                "[[ -v x ]] && echo set",
                "[[ $x == a* && -n $y ]] && echo y",
                "test -f ./a.txt && echo y",
                "echo $((0x1f + 16#ff + 010))",
                "echo ${!x@}",
                "echo ${x^^} ${x@Q}"
            })
    void numbersOfTheScriptAreEvaluatedWithoutAsking(String script) {
        assertThat(decide(script)).isEqualTo(Action.ALLOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ touch(){ ls;}; } <nosuch; touch pwned",
                "cat <<E || touch(){ ls;}\nx\nE\ntouch pwned",
                "cat <<E && touch(){ ls;}\nx\nE\ntouch pwned",
                "touch(){ ls;}; \\time touch pwned",
                "touch(){ ls;}; A=1 time touch pwned",
                "touch(){ ls;}; ls | time touch pwned",
                "touch(){ ls;}; 'time' touch pwned",
                "(touch(){ ls;}); touch pwned",
                "touch(){ ls;} | ls; touch pwned",
                "ls | touch(){ ls;}; touch pwned",
                "touch(){ ls;} | touch pwned",
                "touch(){ ls;} & touch pwned",
                "ls || touch(){ ls;}; touch pwned",
                "ls && touch(){ ls;}; touch pwned",
                "ls || touch(){ ls;} && touch pwned",
                "while ls; do touch(){ ls;}; break; done; touch pwned",
                "if ls; then touch(){ ls;}; fi; touch pwned",
                "if ls; then touch(){ ls;}; else touch pwned; fi",
                "case x in y) touch(){ ls;};; esac; touch pwned",
                "case x in y) touch(){ ls;};; *) touch pwned;; esac",
                "for x in $y; do touch(){ ls;}; done; touch pwned",
                "f(){ touch(){ ls;}; }; touch pwned",
                "echo $(touch(){ ls;}); touch pwned",
                "touch(){ ls;}; unset -f touch; touch pwned",
                "touch(){ ls;}; f(){ touch pwned; }; unset touch; f",
                "touch(){ ls;}; unset \"$x\"; touch pwned",
                "touch(){ ls;}; env touch pwned",
                "touch(){ ls;}; command touch pwned",
                "touch(){ ls;}; find . -exec touch pwned \\;",
                "touch(){ ls;}; exec touch pwned",
                "touch(){ ls;}; sh -c 'touch pwned'",
                "echo ${x?y}; touch(){ ls;}\ntouch pwned",
                "echo $((1/0)); touch(){ ls;}\ntouch pwned",
                "x=1; touch(){ ls;}\ntouch pwned",
                "echo $((1/0)); \\\n touch(){ ls;}\ntouch pwned",
                "cd(){ ls;}; cd x",
                "function ./touch { ls; }; ./touch pwned"
            })
    void aFunctionCountsOnlyWhereItIsCertainlyDefined(String script) {
        assertThat(decide(script)).isEqualTo(Action.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f(){ ls; }; f x",
                "f(){ ls; }\nf x\nf y | cat",
                "f(){ echo \"$1\"; }; g(){ f x; }; g",
                "{ f(){ ls; }; f; }",
                "f(){ ls; } && f",
                "if true; then f(){ ls; }; f; fi",
                "f(){ ls; }; (f); echo $(f)",
                "f(){ ls; }; f & wait_=1",
                "f(){ ls; }; f || f && f"
            })
    void aFunctionIsJudgedByItsBody(String script) {
        assertThat(decide(script)).isEqualTo(Action.ALLOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "printf -vPATH .; ls",
                "printf -v PATH .; ls",
                "x=PATH; printf -v $x .; ls",
                "x=PATH; printf -v \"$x\" .; ls",
                "printf -v \"$(cat f)\" x",
                "x=-vPATH; printf \"$x\" .; ls",
                "printf -v a -v PATH .; ls",
                "printf 'a%n' PATH; ls",
                "printf \"$x\" PATH; ls",
                "printf \"a$x\" PATH; ls",
                "printf -v 'a[$(id)]' x",
                "read PATH; ls",
                "read -r -a PATH; ls",
                "read -raPATH; ls",
                "read \"$x\"; ls",
                "read $x; ls",
                "read -p \"$y\" \"$x\"",
                "export FOO=bar; npm test",
                "export FOO; npm test",
                "export -f f; npm test",
                "declare -x FOO=bar; npm test",
                "declare -fx f; npm test",
                "readonly PATH=.; ls",
                "unset PATH; ls",
                "typeset -xi n=1; npm test",
                "wait -p PATH -n; ls",
                "wait $x; ls",
                "getopts a PATH; ls",
                "shopt -s compat31; ls",
                "shopt -o -s posix; ls",
                "set -euao pipefail; ls",
                "set +B -a; ls",
                "BASH_CMDS[ls]=./evil; ls",
                "BASH_ALIASES[ls]='touch pwned;'; ls",
                "POSIXLY_CORRECT=1; ls",
                "POSIXLY_CORRECT=1 ls",
                "BASH_ENV=x ls",
                "ENV=x; ls",
                "x=PATH=.; f(){ local \"$x\"; ls; }; f",
                "f(){ local {PATH,y}=.; ls; }; f",
                "x=-n; f(){ local $x r=PATH; r=.; ls; }; f",
                "f(){ local -n r=PATH; r=.; ls; }; f",
                "f(){ local -i n=$1; }; f x",
                "f(){ local PATH=.; ls; }; f",
                "f(){ local x=1 PATH=.; ls; }; f",
                "f(){ \\local x=$y; ls; }; f",
                "f(){ local -x FOO=bar; ls; }; f",
                "f(){ local -\"$x\" r; }; f",
                "for PATH in .; do ls; done",
                "select PATH in .; do ls; done",
                "for ((PATH=1;;)); do ls; done",
                "((PATH=1)); ls",
                "echo $((PATH=1)); ls",
                "echo ${PATH:=.}; ls",
                "echo ${PATH=.}; ls",
                "PATH+=:.; ls",
                "PATH[0]=.; ls",
                "PATH=. ls",
                "PATH=.; ls",
                "nPM_CONFIG_LOGS_DIR=pwned npm ls",
                "npm_config_cache=x npm ls",
                "NPM_CONFIG_CACHE=1 npm ls",
                "Npm_Config_Ignore=1 npm test",
                "GIT_EXTERNAL_DIFF=x git diff",
                "git_dir=/x git diff",
                "FOO=bar npm test",
                "FOO=./x npm test",
                "FOO=$x npm test",
                "LC_ALL=../x sort a",
                "LANG=$x; sort a",
                "TERM=/x ls",
                "PIP_PYTHON=x ls",
                "env FOO=./x ls",
                "HOME=. ls",
                "DEBUG=$x npm test",
                "coproc PATH { ls; }",
                "TEXTDOMAINDIR=.; ls",
                "TMPDIR=. ls",
                "PS4='$(touch pwned)'; ls",
                "set -a; FOO=./x; npm test",
                "set -o allexport; ls",
                "set -o posix; ls",
                "set -k; ls",
                "set $x; ls",
                "set \"$x\"; ls",
                "shopt -s expand_aliases; ls",
                "exec -a git-init git status",
                "(exec -a git-clean git status -fdx .)",
                "exec -l git status",
                "exec -agit-gc git status",
                "(exec -c -a x git status)",
                "builtin exec -a x git status"
            })
    void everyWayToSetAVariableCounts(String script) {
        assertThat(decide(script)).isEqualTo(Action.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FOO=1 npm test",
                "CI=true npm test",
                "NODE_ENV=test npm test",
                "LC_ALL=C sort a.txt",
                "LANG=C.UTF-8 sort a.txt",
                "TZ=Europe/Berlin date",
                "GIT_PAGER=cat git log",
                "NO_COLOR=1 npm test",
                "DEBUG=app:* npm test",
                "env CI=1 npm test",
                "x=1; ls \"$x\"",
                "dir=src; ls \"$dir\"",
                "FILES='a b'; wc $FILES",
                "while IFS= read -r line; do echo \"$line\"; done < /dev/null",
                "while IFS=, read -r a b; do echo \"$a\"; done < /dev/null",
                "read -ra parts <<< 'a b'",
                "printf -v x '%s' \"$y\"; echo \"$x\"",
                "printf '%s\\n' \"$x\"",
                "RANDOM=5; ls",
                "set -euo pipefail; npm test",
                "set -e\nset -x\nnpm test",
                "set -- a b; npm test",
                "shopt -s nullglob; npm test",
                "export CI=1 NODE_ENV=test; npm test",
                "unset x; npm test",
                "declare -r n=5; npm test",
                "npm test & wait",
                "SECONDS=0; ls",
                "f(){ local x=\"$1\" y; ls \"$x\"; }; f a",
                "f(){ local -r x=$1; ls \"$x\"; }; f a"
            })
    void harmlessVariablesAreSetWithoutAsking(String script) {
        assertThat(decide(script)).isEqualTo(Action.ALLOW);
    }
}
