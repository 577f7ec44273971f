package dev.deft.app.terminal.diff;

/// Bounds the comparisons that a diff may cost. Past it, lines are shown without their words
/// compared.
final class WorkLimit {

    private static final long MOST = 20_000_000;
    private static final long MOST_AT_ONCE = 250_000;

    private long spent;

    /// Whether so many more steps may be taken; they count as taken then.
    boolean allows(long steps) {
        if (steps > MOST_AT_ONCE || spent + steps > MOST) {
            return false;
        }
        spent += steps;
        return true;
    }

    long spent() {
        return spent;
    }
}
