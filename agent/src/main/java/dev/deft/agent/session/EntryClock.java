package dev.deft.agent.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// The times of a session's entries: each later than every one before, so that a time says which
/// entry is meant.
final class EntryClock {

    private final InstantSource clock;
    private Instant last = Instant.EPOCH;

    EntryClock(InstantSource clock) {
        this.clock = clock;
    }

    synchronized Instant now() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        return last;
    }

    /// Learns that an entry has this time already.
    synchronized void seen(Instant at) {
        last = at.isAfter(last) ? at : last;
    }
}
