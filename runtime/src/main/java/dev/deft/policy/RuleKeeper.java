package dev.deft.policy;

import java.io.IOException;

/// Stores a rule a person agreed to, where its scope says.
@FunctionalInterface
public interface RuleKeeper {

    /// For callers whose rules end with the process.
    RuleKeeper FORGETTING = _ -> {};

    void keep(Rule rule) throws IOException;
}
