package dev.deft.agent.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// Timestamps entries. Each time is later than all before it, so that a time identifies an entry.
public final class EntryClock {

    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private final InstantSource clock;
    private Instant last = Instant.EPOCH;

    public EntryClock(InstantSource clock) {
        this.clock = clock;
    }

    /// The time of the next entry.
    public synchronized Instant now() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        return last;
    }

    /// Makes later times follow the time of an existing entry. Ignores times in the far future,
    /// which only a forged entry has.
    public synchronized void advanceTo(Instant at) {
        last = at.isAfter(last) && at.isBefore(LATEST) ? at : last;
    }
}
