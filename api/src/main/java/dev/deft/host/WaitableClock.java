package dev.deft.host;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that can also wait, so that a year of waiting can be tested in a second.
public interface WaitableClock extends InstantSource {

    /// Waits until the clock has advanced by a duration.
    ///
    /// @param duration how long; nothing happens if it is not positive
    /// @throws InterruptedException if the thread was interrupted
    void sleep(Duration duration) throws InterruptedException;

    /// {@return the clock of the system}
    static WaitableClock system() {
        return of(InstantSource.system());
    }

    /// {@return a clock as one that can wait: itself if it can, else one that waits in real time}
    ///
    /// @param clock tells the time
    static WaitableClock of(InstantSource clock) {
        return clock instanceof WaitableClock waitable ? waitable : new RealTime(clock);
    }

    /// Waits in real time, whatever its clock shows.
    ///
    /// @param clock tells the time
    record RealTime(InstantSource clock) implements WaitableClock {

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }
    }
}
