package dev.deft.script;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.AssignedVariables;
import dev.deft.script.table.VariableTable;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Compares a command that bash ran with those that the analysis found.
final class Prediction {

    private static final String WORD = "[^\0]*";

    private Prediction() {}

    /// Functions do not count: the log has the commands of their bodies.
    static boolean covers(Script script, List<String> call) {
        String joined = call.stream().map(it -> it + "\0").collect(Collectors.joining());
        return script.commands().stream()
                .filter(it -> !it.words().isEmpty())
                .filter(it -> it.kind() != SimpleCommand.Kind.FUNCTION)
                .anyMatch(it -> pattern(it).matcher(joined).matches());
    }

    private static Pattern pattern(SimpleCommand command) {
        var regex = new StringBuilder();
        for (Word word : command.words()) {
            String each = Pattern.quote(word.prefix()) + WORD + "\0";
            regex.append(
                    switch (word.count()) {
                        case ONE -> one(word) + "\0";
                        case EACH -> "(" + each + ")*";
                        case ANY -> "(" + each + "(" + WORD + "\0)*)?";
                    });
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /// Whether it sets a dangerous variable.
    static boolean setsDangerousVariable(Script script) {
        VariableTable variables = VariableTable.standard();
        return script.commands().stream()
                .anyMatch(it ->
                        it.assignments().stream().anyMatch(a -> variables.danger(a).isPresent())
                                || AssignedVariables.of(it).targets().stream()
                                        .anyMatch(
                                                t -> variables.danger(t.assignment()).isPresent()));
    }

    private static String one(Word word) {
        return word.parts().stream()
                .map(it ->
                        switch (it) {
                            case Word.Part.Text(String text) -> Pattern.quote(text);
                            case Word.Part.Unknown _ -> WORD;
                        })
                .collect(Collectors.joining());
    }
}
