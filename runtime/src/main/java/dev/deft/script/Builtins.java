package dev.deft.script;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.AssignedVariables;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Builtins of bash whose arguments bash itself evaluates, or which change how it goes on.
final class Builtins {

    private static final Set<String> SPECIAL =
            Set.of(
                    "eval",
                    "exec",
                    "source",
                    ".",
                    "trap",
                    "command",
                    "builtin",
                    "export",
                    "declare",
                    "typeset",
                    "local",
                    "readonly",
                    "unset",
                    "set",
                    "shopt",
                    "alias",
                    "unalias",
                    "enable",
                    "hash",
                    "let",
                    "read",
                    "mapfile",
                    "readarray",
                    "printf",
                    "test",
                    "[",
                    "cd",
                    "pushd",
                    "popd",
                    "return",
                    "exit",
                    "break",
                    "continue",
                    "shift",
                    "times",
                    ":",
                    "wait",
                    "getopts",
                    "bind",
                    "complete",
                    "compgen",
                    "compopt",
                    "coproc",
                    "history",
                    "fc");

    /// Options of `set` after which a script still means what it says.
    private static final Pattern SET = Pattern.compile("[-+][efuvxnhmbCETPo]+|--?");

    private static final Set<String> SET_LONG =
            Set.of(
                    "pipefail",
                    "errexit",
                    "nounset",
                    "xtrace",
                    "verbose",
                    "noglob",
                    "noclobber",
                    "noexec",
                    "monitor",
                    "notify",
                    "errtrace",
                    "functrace",
                    "physical");

    private static final Set<String> SHOPT =
            Set.of(
                    "-s",
                    "-u",
                    "-q",
                    "-p",
                    "nullglob",
                    "failglob",
                    "globstar",
                    "dotglob",
                    "nocaseglob",
                    "nocasematch",
                    "extglob",
                    "lastpipe",
                    "inherit_errexit",
                    "globasciiranges",
                    "checkwinsize",
                    "xpg_echo");

    /// Unary operators of `test` that take the name of a variable.
    private static final List<String> OF_NAMES = List.of("-v", "-R");

    private static final Pattern PLAIN_NAME =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\[([0-9]+|[@*])])?");

    private Builtins() {}

    static boolean contains(String name) {
        return SPECIAL.contains(name);
    }

    /// Notes what a builtin would do to the reading of the script itself.
    ///
    /// Not `source`: who may run a file may let it do anything, also define and set what it likes.
    static void check(String name, SimpleCommand command, ScriptFindings reading) {
        List<Word> words = command.words();
        switch (name) {
            case "hash", "enable", "bind", "complete", "compgen", "compopt", "fc", "history" ->
                    reading.doubt(name + " may change what later words run");
            case "alias" -> reading.doubt("an alias may change what later words mean");
            case "set" -> set(words, reading);
            case "shopt" -> options(words, reading);
            case "let" -> words.stream().skip(1).forEach(it -> Arithmetic.read(it, reading));
            case "test", "[" -> test(words, reading);
            case "unset" -> unset(words, reading);
            default -> {}
        }
        named(command, reading);
    }

    private static void named(SimpleCommand command, ScriptFindings reading) {
        AssignedVariables naming = AssignedVariables.of(command);
        naming.trouble().ifPresent(reading::doubt);
        for (AssignedVariables.Target target : naming.targets()) {
            if (target.sets()) {
                reading.assigned(target.assignment());
            }
        }
    }

    /// `set` may begin to export every variable, or to obey POSIX; `set "$x"` may do so too.
    private static void set(List<Word> words, ScriptFindings reading) {
        for (int i = 1; i < words.size(); i++) {
            Word word = words.get(i);
            boolean option = word.mayBeOption() || word.prefix().startsWith("+");
            if (word.is("--") || word.is("-") || !option) {
                return;
            }
            boolean named = words.get(i).constant().filter(it -> it.matches("[-+].*o")).isPresent();
            if (word.constant().filter(it -> SET.matcher(it).matches()).isEmpty()
                    || (named
                            && i + 1 < words.size()
                            && words.get(i + 1).constant().filter(SET_LONG::contains).isEmpty())) {
                reading.doubt("set changes how the script is read");
                return;
            }
            i += named ? 1 : 0;
        }
    }

    private static void options(List<Word> words, ScriptFindings reading) {
        boolean known =
                words.stream()
                        .skip(1)
                        .allMatch(it -> it.constant().filter(SHOPT::contains).isPresent());
        if (!known) {
            reading.doubt("shopt changes how the script is read");
        }
    }

    /// A function may be removed by name, and so may what looks like a variable.
    private static void unset(List<Word> words, ScriptFindings reading) {
        if (words.stream().noneMatch(it -> it.is("-v"))) {
            reading.forgetFunctions();
        }
    }

    /// A word that may be `-v` makes the next one a name, and in a name `a[$(id)]` runs `id`.
    private static void test(List<Word> words, ScriptFindings reading) {
        for (int i = 1; i < words.size(); i++) {
            Word word = words.get(i);
            if (OF_NAMES.stream().noneMatch(word::mayBe)) {
                continue;
            }
            boolean named =
                    i + 1 < words.size()
                            && words.get(i + 1).constant().filter(Builtins::isHarmless).isEmpty();
            if (word.splits() && word.parts().size() == 1) {
                Arithmetic.read(new Word(word.parts(), Word.Count.ONE), reading);
            } else if (word.splits() || named) {
                reading.doubt("`%s` in a test may run what a word holds".formatted(word.display()));
                return;
            }
        }
    }

    private static boolean isHarmless(String operand) {
        return operand.indexOf('[') < 0
                || PLAIN_NAME.matcher(operand).matches()
                || operand.equals("[");
    }
}
