package dev.deft.server.access;

import java.util.Locale;
import java.util.Optional;

/// What a person may do.
public enum AccessScope {
    /// See sessions, files and everything else that can be read.
    LOOK,
    /// Start sessions, send messages, call tools, and take changes back.
    SPEAK,
    /// Answer approvals and questions of agents.
    APPROVE,
    /// Manage tokens and schedules, and read the audit log.
    ADMINISTER;

    /// The spelling on the wire, such as `look`.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<AccessScope> find(String wire) {
        for (AccessScope it : values()) {
            if (it.wire().equals(wire)) {
                return Optional.of(it);
            }
        }
        return Optional.empty();
    }
}
