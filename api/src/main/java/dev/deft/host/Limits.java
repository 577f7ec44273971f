package dev.deft.host;

import java.time.Duration;

/// The bounds of one call. A tool names its own; a dialect may set others; see `docs/limits.md`.
///
/// @param outputBytes how much of what a call found goes to the model; all of it goes to the
///   sidecar
/// @param items how many entries a list shows
/// @param timeout how long the call may take
public record Limits(int outputBytes, int items, Duration timeout) {

    /// What a tool says besides what it found, such as an exit code, may take this much more.
    public static final int NOTE_BYTES = 2 * 1024;

    /// What holds for a tool that names no limits of its own.
    public static final Limits DEFAULT = new Limits(200 * 1024, 1_000, Duration.ofMinutes(2));

    /// Refuses what is not positive.
    public Limits {
        if (outputBytes < 1 || items < 1 || !timeout.isPositive()) {
            throw new IllegalArgumentException(
                    "limits must be positive: "
                            + outputBytes
                            + " bytes, "
                            + items
                            + " items, "
                            + timeout);
        }
    }

    /// {@return these limits with another one for the output}
    ///
    /// @param outputBytes instead of this one's
    public Limits withOutputBytes(int outputBytes) {
        return new Limits(outputBytes, items, timeout);
    }

    /// {@return these limits with another one for lists}
    ///
    /// @param items instead of this one's
    public Limits withItems(int items) {
        return new Limits(outputBytes, items, timeout);
    }

    /// {@return these limits with another timeout}
    ///
    /// @param timeout instead of this one's
    public Limits withTimeout(Duration timeout) {
        return new Limits(outputBytes, items, timeout);
    }
}
