package dev.deft.policy;

import java.util.Locale;

/// Where a rule comes from. Among equals the later one in this order wins.
public enum Scope {
    MANIFEST,
    PROJECT,
    SESSION;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
