package dev.deft.agent.schedule;

import dev.deft.host.WaitableClock;
import java.time.Duration;
import java.time.Instant;

/// A clock that stands still until somebody waits on it.
final class ManualClock implements WaitableClock {

    private Instant now;

    ManualClock(String now) {
        this.now = Instant.parse(now);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public void sleep(Duration duration) {
        now = now.plus(duration);
    }

    void set(String other) {
        now = Instant.parse(other);
    }
}
