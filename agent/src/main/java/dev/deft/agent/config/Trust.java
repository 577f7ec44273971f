package dev.deft.agent.config;

/// Whether a person has said that the files of a workspace speak for them.
public enum Trust {
    TRUSTED,

    /// The workspace may be somebody else's: it can say what is wanted, never where keys go, what
    /// is started or what is allowed.
    UNKNOWN;

    /// As a policy says it.
    public static Trust of(dev.deft.policy.Policy policy) {
        return policy.trust() ? TRUSTED : UNKNOWN;
    }
}
