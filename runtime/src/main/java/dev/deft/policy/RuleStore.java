package dev.deft.policy;

import java.io.IOException;

/// Stores the rules that a person agreed to.
@FunctionalInterface
public interface RuleStore {

    /// Stores nothing: the rules end with the process. No lambda: the start-up cache stores none of
    /// an interface with constants and default methods, and every start would make it anew.
    RuleStore NONE =
            new RuleStore() {
                @Override
                public void store(Rule rule) {}
            };

    void store(Rule rule) throws IOException;

    /// Removes a rule.
    ///
    /// @return whether the rule was stored
    default boolean revoke(Rule rule) throws IOException {
        return false;
    }
}
