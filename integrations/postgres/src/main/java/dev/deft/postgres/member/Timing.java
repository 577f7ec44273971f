package dev.deft.postgres.member;

import java.time.Duration;

/// How soon a server counts as dead.
///
/// @param beat how often a server reports itself
/// @param lifetime how long a report is worth something; a few beats, so that one may be late
public record Timing(Duration beat, Duration lifetime) {

    public static final Timing DEFAULT =
            new Timing(Duration.ofMillis(1_500), Duration.ofSeconds(6));

    /// The lifetime as PostgreSQL reads it.
    String interval() {
        return lifetime.toMillis() + " milliseconds";
    }
}
