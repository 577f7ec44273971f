package dev.deft.tools.plan;

import java.util.Optional;

/// What the user said about a plan. It is kept in the session under [#NAME], so whoever carries the
/// plan out can read it.
///
/// @param path of the file
/// @param plan the text that was decided about
/// @param comments what the user wrote
public record PlanDecision(boolean approved, String path, String plan, Optional<String> comments) {

    /// The name of the value in the session.
    public static final String NAME = "plan";
}
