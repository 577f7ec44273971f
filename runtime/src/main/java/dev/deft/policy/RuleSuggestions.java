package dev.deft.policy;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.CommandTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Suggests the narrowest useful rule for a command that a person approves.
final class RuleSuggestions {

    private RuleSuggestions() {}

    static Optional<Rule> forCommand(
            SimpleCommand command,
            List<CommandTable.DangerousOption> dangerous,
            CommandTable table,
            String toolId) {
        List<Word> words = command.words();
        boolean known =
                words.stream().allMatch(it -> it.constant().filter(w -> !w.isEmpty()).isPresent());
        int name = table.nameWords(command);
        boolean open = dangerous.isEmpty() && (name > 1 || table.readsOnly(command));
        if (open) {
            return Optional.of(rule(toolId, pattern(words.subList(0, name)) + " *"));
        }
        boolean named = dangerous.stream().allMatch(it -> it.word() >= 0);
        return known && named ? Optional.of(rule(toolId, pattern(words))) : Optional.empty();
    }

    private static Rule rule(String toolId, String pattern) {
        return new Rule(Scope.SESSION, Action.ALLOW, toolId, pattern);
    }

    /// Patterns can express blanks and stars in a word only by `?`.
    private static String pattern(List<Word> words) {
        return words.stream()
                .map(it -> it.display().replaceAll("[\\s*]", "?"))
                .collect(Collectors.joining(" "));
    }
}
