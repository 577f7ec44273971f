package dev.deft.search.walk;

import java.time.Duration;

/// How long a search may go on: until its deadline, or until someone stops it.
public final class Budget {

    private final long deadline;
    private volatile boolean stopped;
    private volatile boolean expired;

    public Budget(Duration timeout) {
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    public void stop() {
        stopped = true;
    }

    /// Says that what is left would take too long.
    void expire() {
        expired = true;
    }

    /// Whether to end; asked for every file. An interrupted thread stops all others too.
    public boolean over() {
        if (stopped || expired) {
            return true;
        }
        if (Thread.currentThread().isInterrupted()) {
            stopped = true;
        } else if (System.nanoTime() - deadline > 0) {
            expired = true;
        }
        return stopped || expired;
    }

    public boolean expired() {
        return expired;
    }
}
