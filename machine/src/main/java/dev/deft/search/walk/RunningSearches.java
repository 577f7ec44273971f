package dev.deft.search.walk;

import java.time.Duration;
import java.util.Optional;

/// The searches somebody waits for. Work in the background makes way for them: a search uses all
/// processors.
public final class RunningSearches {

    /// How long the background waits altogether; otherwise searches without a gap between them
    /// would keep an index from ever being built.
    private static final long MAX_WAIT = Duration.ofSeconds(10).toMillis();

    private volatile int running;
    private boolean begun;
    private Optional<Budget> preparation = Optional.empty();
    private long waitLeft = MAX_WAIT;

    public synchronized void begin() {
        running++;
        begun = true;
        preparation.ifPresent(Budget::stop);
    }

    public synchronized void end() {
        if (--running == 0) {
            notifyAll();
        }
    }

    /// Stops `work` when the first search begins; at once if there was one.
    public synchronized void stopAtFirst(Budget work) {
        preparation = Optional.of(work);
        if (begun) {
            work.stop();
        }
    }

    /// Waits until no search runs.
    public void awaitNone() throws InterruptedException {
        if (running > 0) {
            waitForEnd();
        }
    }

    private synchronized void waitForEnd() throws InterruptedException {
        while (running > 0 && waitLeft > 0) {
            long from = System.nanoTime();
            wait(waitLeft);
            waitLeft -= Math.max(1, Duration.ofNanos(System.nanoTime() - from).toMillis());
        }
    }
}
