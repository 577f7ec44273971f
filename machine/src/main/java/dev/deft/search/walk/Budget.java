package dev.deft.search.walk;

import java.time.Duration;

/// Limits the time of a search: it ends at its deadline or when it is stopped.
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

    /// Ends the search before its deadline, because the rest would take too long.
    void expire() {
        expired = true;
    }

    /// Whether to end; called for every file. An interrupted thread also stops all others.
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
