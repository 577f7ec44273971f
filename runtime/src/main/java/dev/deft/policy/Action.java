package dev.deft.policy;

import java.util.Locale;

/// What a rule says. The order is that of weight: the last one wins among equals.
public enum Action {
    ALLOW,
    ASK,
    DENY;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
