package dev.deft.guard;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The rules in force and how they decide.
///
/// A matching deny of the manifest is final. Otherwise the most specific match wins. No match is
/// `ask`.
public final class RuleBook {

    private volatile List<CompiledRule> rules;

    public RuleBook(Collection<Rule> rules) {
        this.rules = compiled(rules);
    }

    private static List<CompiledRule> compiled(Collection<Rule> rules) {
        return rules.stream().map(CompiledRule::new).sorted().toList();
    }

    public synchronized void add(Rule rule) {
        List<Rule> all = new ArrayList<>(list());
        all.add(rule);
        rules = compiled(all);
    }

    public List<Rule> list() {
        return rules.stream().map(CompiledRule::rule).toList();
    }

    /// What the rules say to one touch of a tool.
    public Decision decide(String toolId, Touch touch) {
        Optional<List<String>> words =
                touch.capability() == Capability.SHELL_RUN
                        ? CommandPattern.plainWords(touch.subject())
                        : Optional.empty();
        List<Rule> matching =
                rules.stream()
                        .filter(it -> it.matches(toolId, touch, words))
                        .map(CompiledRule::rule)
                        .toList();
        Optional<Rule> last =
                matching.stream()
                        .filter(it -> it.scope() == Scope.MANIFEST && it.action() == Action.DENY)
                        .findFirst();
        Optional<Rule> rule = last.or(() -> matching.stream().findFirst());
        return new Decision(rule.map(Rule::action).orElse(Action.ASK), rule);
    }

    /// What to do, and the rule that says so; without a rule it is to be asked.
    public record Decision(Action action, Optional<Rule> rule) {}
}
