package dev.deft.policy;

import java.util.Locale;

/// What a rule decides. Among equals the later one in this order wins.
public enum Action {
    ALLOW,
    ASK,
    DENY;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
