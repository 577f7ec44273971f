package dev.deft.policy;

import dev.deft.tool.Tool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads the rules that a user wrote as the answer to a request. Such a rule allows something, and
/// can apply.
///
/// @param tools that a rule can name; they may change while a session is open
public record ApprovedRules(Supplier<? extends Collection<Tool<?>>> tools) {

    /// Why a text cannot be stored as a rule; absent if it can.
    public Optional<String> mistake(String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("A rule is one line of plain text.");
        }
        try {
            Rule rule = Rule.parse(Scope.SESSION, text);
            return rule.action() == Action.ALLOW
                    ? new RuleLint(tools.get()).of(rule).map(RuleLint.Mistake::message)
                    : Optional.of(
                            "The rule `%s` allows nothing; an answer stores a rule that begins with allow or look."
                                    .formatted(rule.text()));
        } catch (IllegalArgumentException e) {
            return Optional.of("`%s` is not a rule: %s.".formatted(text, e.getMessage()));
        }
    }

    /// The rules in a scope.
    ///
    /// @param texts without a [#mistake]
    public List<Rule> read(Scope scope, List<String> texts) {
        List<Rule> rules = new ArrayList<>();
        for (String text : texts) {
            rules.add(Rule.parse(scope, text));
        }
        return rules;
    }
}
