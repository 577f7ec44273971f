package dev.deft.host;

import java.time.Duration;

/// The limits of a call. A tool declares its own; the configuration or a dialect may change them.
/// See `docs/limits.md`.
///
/// @param outputBytes how much output goes to the model; the sidecar has all of it
/// @param items the most entries of a list
/// @param timeout of the call
public record Limits(int outputBytes, int items, Duration timeout) {

    /// Notes such as an exit code may exceed `outputBytes` by this much.
    public static final int NOTE_BYTES = 2 * 1024;

    /// The default limits.
    public static final Limits DEFAULT = new Limits(200 * 1024, 1_000, Duration.ofMinutes(2));

    /// Rejects values that are not positive.
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

    /// {@return these limits with another output limit}
    ///
    /// @param outputBytes how much output goes to the model
    public Limits withOutputBytes(int outputBytes) {
        return new Limits(outputBytes, items, timeout);
    }

    /// {@return these limits with another limit for lists}
    ///
    /// @param items the most entries of a list
    public Limits withItems(int items) {
        return new Limits(outputBytes, items, timeout);
    }

    /// {@return these limits with another timeout}
    ///
    /// @param timeout of the call
    public Limits withTimeout(Duration timeout) {
        return new Limits(outputBytes, items, timeout);
    }
}
