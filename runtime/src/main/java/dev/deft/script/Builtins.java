package dev.deft.script;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.AssignedVariables;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks builtins whose arguments bash evaluates, or which change how it reads the rest.
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

    /// Options of `set` that do not change the meaning of a script.
    private static final Pattern SET_SHORT = Pattern.compile("[-+][efuvxnhmbCETPo]+|--?");

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

    /// Unary operators of `test` whose operand is the name of a variable.
    private static final List<String> VARIABLE_TESTS = List.of("-v", "-R");

    private static final Pattern PLAIN_NAME =
            Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\[([0-9]+|[@*])])?");

    private Builtins() {}

    static boolean contains(String name) {
        return SPECIAL.contains(name);
    }

    /// Records what a builtin does to the rest of the script.
    ///
    /// `source` is not checked: a permitted file may define and set anything.
    static void check(String name, SimpleCommand command, ScriptFindings findings) {
        List<Word> words = command.words();
        switch (name) {
            case "hash", "enable", "bind", "complete", "compgen", "compopt", "fc", "history" ->
                    findings.doubt(name + " may change what later words run");
            case "alias" -> findings.doubt("an alias may change what later words mean");
            case "set" -> set(words, findings);
            case "shopt" -> shopt(words, findings);
            case "let" -> words.stream().skip(1).forEach(it -> Arithmetic.read(it, findings));
            case "test", "[" -> test(words, findings);
            case "unset" -> unset(words, findings);
            default -> {}
        }
        assignVariables(command, findings);
    }

    private static void assignVariables(SimpleCommand command, ScriptFindings findings) {
        AssignedVariables naming = AssignedVariables.of(command);
        naming.uncertainty().ifPresent(findings::doubt);
        for (AssignedVariables.Target target : naming.targets()) {
            if (target.assignsValue()) {
                findings.assign(target.assignment());
            }
        }
    }

    /// `set` can export every variable or turn on POSIX mode; so can `set "$x"`.
    private static void set(List<Word> words, ScriptFindings findings) {
        for (int i = 1; i < words.size(); i++) {
            Word word = words.get(i);
            boolean option = word.mayBeOption() || word.prefix().startsWith("+");
            if (word.is("--") || word.is("-") || !option) {
                return;
            }
            boolean named = words.get(i).constant().filter(it -> it.matches("[-+].*o")).isPresent();
            if (word.constant().filter(it -> SET_SHORT.matcher(it).matches()).isEmpty()
                    || (named
                            && i + 1 < words.size()
                            && words.get(i + 1).constant().filter(SET_LONG::contains).isEmpty())) {
                findings.doubt("set changes how the script is read");
                return;
            }
            i += named ? 1 : 0;
        }
    }

    private static void shopt(List<Word> words, ScriptFindings findings) {
        boolean known =
                words.stream()
                        .skip(1)
                        .allMatch(it -> it.constant().filter(SHOPT::contains).isPresent());
        if (!known) {
            findings.doubt("shopt changes how the script is read");
        }
    }

    /// `unset name` removes a variable or a function.
    private static void unset(List<Word> words, ScriptFindings findings) {
        if (words.stream().noneMatch(it -> it.is("-v"))) {
            findings.functionsMayBeUnset();
        }
    }

    /// After a word that may be `-v` the next one is a name, and the name `a[$(id)]` runs `id`.
    private static void test(List<Word> words, ScriptFindings findings) {
        for (int i = 1; i < words.size(); i++) {
            Word word = words.get(i);
            if (VARIABLE_TESTS.stream().noneMatch(word::mayBe)) {
                continue;
            }
            boolean named =
                    i + 1 < words.size()
                            && words.get(i + 1).constant().filter(Builtins::isHarmless).isEmpty();
            if (word.splits() && word.parts().size() == 1) {
                Arithmetic.read(new Word(word.parts(), Word.Count.ONE), findings);
            } else if (word.splits() || named) {
                findings.doubt(
                        "`%s` in a test may evaluate the next word".formatted(word.display()));
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
