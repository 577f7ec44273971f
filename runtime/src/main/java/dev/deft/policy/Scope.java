package dev.deft.policy;

import java.util.Locale;

/// Where a rule comes from. The order is that of precedence: the last one wins among equals.
public enum Scope {
    MANIFEST,
    PROJECT,
    SESSION;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
