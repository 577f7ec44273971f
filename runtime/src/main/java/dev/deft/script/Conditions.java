package dev.deft.script;

import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The operators of `[[ … ]]` whose operands are more than text.
final class Conditions {

    private static final Set<String> CALCULATING = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

    private static final Set<String> NAMING = Set.of("-v", "-R");

    private Conditions() {}

    /// Looks at operands that bash evaluates as expressions, or takes for names of variables.
    static void check(List<Word> words, ScriptFindings reading) {
        for (int i = 0; i < words.size(); i++) {
            Optional<String> operator = words.get(i).constant();
            if (operator.filter(CALCULATING::contains).isPresent()) {
                operand(words, i - 1, reading);
                operand(words, i + 1, reading);
            } else if (operator.filter(NAMING::contains).isPresent()) {
                name(words, i + 1, reading);
            }
        }
    }

    private static void operand(List<Word> words, int at, ScriptFindings reading) {
        if (at < 0 || at >= words.size()) {
            reading.doubt("a test is not understood");
        } else {
            Arithmetic.read(words.get(at), reading);
        }
    }

    /// In a subscript a name may run commands.
    private static void name(List<Word> words, int at, ScriptFindings reading) {
        boolean plain =
                at < words.size()
                        && words.get(at)
                                .constant()
                                .filter(it -> it.matches("[A-Za-z_][A-Za-z0-9_]*(\\[[0-9@*]+])?"))
                                .isPresent();
        if (!plain) {
            reading.doubt("the name of a variable in a test is known only when it runs");
        }
    }
}
