package dev.deft.server.live;

import dev.deft.agent.model.Usage;
import java.time.Instant;
import java.util.Optional;

/// What the log of a session says about it as a whole.
///
/// @param last the number of the last entry
/// @param costs in dollars; empty if a run had none
/// @param runs whether a run has begun and not ended
record SessionFacts(
        long last,
        String title,
        Optional<String> agent,
        Optional<String> model,
        Optional<Instant> created,
        Instant modified,
        int turns,
        Usage usage,
        Optional<Double> costs,
        Optional<String> parent,
        boolean runs) {

    /// The name of the stored value with the agent and the model that somebody chose.
    static final String CHOICE = "deft.choice";
}
