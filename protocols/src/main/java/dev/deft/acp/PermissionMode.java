package dev.deft.acp;

import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What happens to calls that the rules leave open.
enum PermissionMode {
    /// The user is asked.
    ASK("Ask", "Ask about everything that the rules leave open"),
    /// Files of the workspace may be changed; the user is asked about the rest.
    EDITS("Accept edits", "Change files of the workspace without asking, ask about the rest"),
    /// Nobody is asked.
    NEVER("Never ask", "Deny everything that the rules leave open");

    private final String label;
    private final String description;

    PermissionMode(String label, String description) {
        this.label = label;
        this.description = description;
    }

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    String label() {
        return label;
    }

    String description() {
        return description;
    }

    static Optional<PermissionMode> find(String wire) {
        return Arrays.stream(values()).filter(it -> it.wire().equals(wire)).findFirst();
    }

    /// The rules that it adds to those of the agent.
    List<Rule> rules() {
        return this == EDITS ? List.of(Rule.parse(Scope.SESSION, "allow fs.write **")) : List.of();
    }
}
