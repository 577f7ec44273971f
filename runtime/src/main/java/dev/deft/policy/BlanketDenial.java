package dev.deft.policy;

import dev.deft.tool.Capability;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds the rule because of which nothing a tool does with a capability can be allowed.
///
/// Nothing can be where a final deny fits everything, or where a rule that fits everything blocks
/// and all rules that come before it block too.
final class BlanketDenial {

    private BlanketDenial() {}

    /// @param rules that cover the tool and the capability, in their order
    /// @param blocks which rules allow nothing
    static Optional<Rule> find(
            List<CompiledRule> rules, Capability capability, Predicate<Rule> blocks) {
        for (CompiledRule it : rules) {
            if (it.isFinal() && it.matchesAll(capability)) {
                return Optional.of(it.rule());
            }
        }
        for (CompiledRule it : rules) {
            if (!blocks.test(it.rule())) {
                return Optional.empty();
            }
            if (it.matchesAll(capability)) {
                return Optional.of(it.rule());
            }
        }
        return Optional.empty();
    }
}
