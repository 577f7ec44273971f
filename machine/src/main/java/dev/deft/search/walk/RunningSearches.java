package dev.deft.search.walk;

import java.time.Duration;
import java.util.Optional;

/// The searches somebody waits for. Work in the background makes way for them: a search uses all
/// processors.
public final class RunningSearches {

    /// How long the background waits altogether; otherwise searches without a gap between them
    /// would keep an index from ever being built.
    private static final long MAX_WAIT = Duration.ofSeconds(10).toMillis();

    /// How long the background also waits after the first search: what its result needs runs for
    /// the first time too. Once is enough: later it would only put off an index that the next
    /// search could use.
    private static final Duration REST = Duration.ofMillis(30);

    private final Duration rest;
    private volatile int running;
    private boolean begun;
    private boolean rested;
    private Optional<Budget> preparation = Optional.empty();
    private long waitLeft = MAX_WAIT;

    public RunningSearches() {
        this(REST);
    }

    /// @param rest at least a millisecond
    RunningSearches(Duration rest) {
        this.rest = rest;
    }

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

    /// Waits until no search runs; after the first one a moment longer.
    public void awaitNone() throws InterruptedException {
        if (running > 0) {
            waitForEnd();
        }
    }

    private synchronized void waitForEnd() throws InterruptedException {
        while (waitLeft > 0) {
            long from = System.nanoTime();
            if (running > 0) {
                wait(waitLeft);
            } else if (rested) {
                return;
            } else {
                rested = true;
                wait(rest.toMillis());
            }
            waitLeft -= Math.max(1, Duration.ofNanos(System.nanoTime() - from).toMillis());
        }
    }
}
