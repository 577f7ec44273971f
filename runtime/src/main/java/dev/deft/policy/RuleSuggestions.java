package dev.deft.policy;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.script.table.CommandTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The narrowest rule a person could want after saying yes to a command.
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
            return Optional.of(rule(toolId, spelled(words.subList(0, name)) + " *"));
        }
        boolean named = dangerous.stream().allMatch(it -> it.word() >= 0);
        return known && named ? Optional.of(rule(toolId, spelled(words))) : Optional.empty();
    }

    private static Rule rule(String toolId, String pattern) {
        return new Rule(Scope.SESSION, Action.ALLOW, toolId, pattern);
    }

    /// A pattern has no other way to write blanks and stars of a word than `?`.
    private static String spelled(List<Word> words) {
        return words.stream()
                .map(it -> it.display().replaceAll("[\\s*]", "?"))
                .collect(Collectors.joining(" "));
    }
}
