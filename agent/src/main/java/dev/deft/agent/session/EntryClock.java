package dev.deft.agent.session;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// Timestamps entries. Each time is later than all before it, so that a time identifies an entry.
public final class EntryClock {

    /// The start of the year 9999; a parser of dates would be a tenth of a short command.
    private static final Instant LATEST = Instant.ofEpochSecond(253_370_764_800L);

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
