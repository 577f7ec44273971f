package dev.deft.agent.config;

/// Whether the user trusts the files of a workspace.
public enum Trust {
    TRUSTED,

    /// The workspace may come from somebody else: it cannot set where keys are sent, what is
    /// started or what is allowed.
    UNKNOWN;

    /// The trust of a policy.
    public static Trust of(dev.deft.policy.Policy policy) {
        return policy.trust() ? TRUSTED : UNKNOWN;
    }
}
