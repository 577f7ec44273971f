package dev.deft.bench;

/// Keeps one client to so many requests a second, with those of one second as its supply for
/// bursts. A client that is slower on its own is never held up.
final class RequestPace {

    private static final long SECOND = 1_000_000_000;

    private final long interval;
    private long due;

    /// @param perSecond at most
    /// @param now on the clock of [System#nanoTime]
    RequestPace(int perSecond, long now) {
        this.interval = Math.ceilDiv(SECOND, perSecond);
        this.due = now - SECOND;
    }

    /// Counts a request.
    ///
    /// @return how long it has to wait, in nanoseconds; 0 for not at all
    long next(long now) {
        due = Math.max(due, now - SECOND) + interval;
        return Math.max(0, due - now);
    }
}
