package dev.deft.policy;

import java.io.IOException;

/// Stores the rules that a person agreed to.
@FunctionalInterface
public interface RuleStore {

    /// Stores nothing: the rules end with the process.
    RuleStore NONE = _ -> {};

    void store(Rule rule) throws IOException;

    /// Removes a rule.
    ///
    /// @return whether the rule was stored
    default boolean revoke(Rule rule) throws IOException {
        return false;
    }
}
