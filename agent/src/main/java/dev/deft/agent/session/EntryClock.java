package dev.deft.agent.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// The times of a session's entries: each later than every one before, so that a time says which
/// entry is meant.
public final class EntryClock {

    private static final Instant END = Instant.parse("9999-01-01T00:00:00Z");

    private final InstantSource clock;
    private Instant last = Instant.EPOCH;

    public EntryClock(InstantSource clock) {
        this.clock = clock;
    }

    /// A time for the next entry.
    public synchronized Instant now() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        return last;
    }

    /// Learns that an entry has this time already. A time that no clock here will ever show was
    /// made up.
    public synchronized void advanceTo(Instant at) {
        last = at.isAfter(last) && at.isBefore(END) ? at : last;
    }
}
