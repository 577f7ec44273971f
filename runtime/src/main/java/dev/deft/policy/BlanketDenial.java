package dev.deft.policy;

import dev.deft.tool.Capability;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds the rule that denies a tool every use of a capability.
///
/// That is a final deny that matches everything, or a blocking rule that matches everything where
/// all rules before it block too.
final class BlanketDenial {

    private BlanketDenial() {}

    /// @param rules those that cover the tool and the capability, by precedence
    /// @param blocks whether a rule allows nothing
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
