package dev.deft.policy;

import java.io.IOException;

/// Stores a rule a person agreed to, where its scope says.
@FunctionalInterface
public interface RuleStore {

    /// For callers whose rules end with the process.
    RuleStore NONE = _ -> {};

    void store(Rule rule) throws IOException;
}
