package dev.deft.search;

import java.time.Duration;

/// How long a search may go on: until its deadline, or until someone stops it.
final class Budget {

    private final long deadline;
    private volatile boolean stopped;
    private volatile boolean expired;

    Budget(Duration patience) {
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    void stop() {
        stopped = true;
    }

    /// Says that what is left would take too long.
    void expire() {
        expired = true;
    }

    /// Whether to end; asked for every file. An interrupted thread stops all others too.
    boolean over() {
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

    boolean expired() {
        return expired;
    }
}
