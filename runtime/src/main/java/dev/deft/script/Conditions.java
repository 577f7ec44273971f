package dev.deft.script;

import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks the operators of `[[ … ]]` whose operands bash evaluates.
final class Conditions {

    private static final Set<String> ARITHMETIC = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

    private static final Set<String> VARIABLE_TESTS = Set.of("-v", "-R");

    private Conditions() {}

    /// Checks operands that are arithmetic expressions or names of variables.
    static void check(List<Word> words, ScriptFindings findings) {
        for (int i = 0; i < words.size(); i++) {
            Optional<String> operator = words.get(i).constant();
            if (operator.filter(ARITHMETIC::contains).isPresent()) {
                operand(words, i - 1, findings);
                operand(words, i + 1, findings);
            } else if (operator.filter(VARIABLE_TESTS::contains).isPresent()) {
                name(words, i + 1, findings);
            }
        }
    }

    private static void operand(List<Word> words, int at, ScriptFindings findings) {
        if (at < 0 || at >= words.size()) {
            findings.doubt("a test is not understood");
        } else {
            Arithmetic.read(words.get(at), findings);
        }
    }

    /// The subscript of a name can run commands.
    private static void name(List<Word> words, int at, ScriptFindings findings) {
        boolean plain =
                at < words.size()
                        && words.get(at)
                                .constant()
                                .filter(it -> it.matches("[A-Za-z_][A-Za-z0-9_]*(\\[[0-9@*]+])?"))
                                .isPresent();
        if (!plain) {
            findings.doubt("the name of a variable in a test is known only at run time");
        }
    }
}
