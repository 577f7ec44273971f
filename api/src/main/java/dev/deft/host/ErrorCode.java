package dev.deft.host;

import java.util.Locale;

/// Why a call failed. The set is closed: recorders count by it and clients colour by it.
public enum ErrorCode {
    UNKNOWN_TOOL,
    INVALID_ARGUMENTS,
    CAPABILITY_DENIED,
    PERMISSION_DENIED,
    WATCHDOG_DENIED,
    SANDBOX_DENIED,
    NOT_FOUND,
    CONFLICT,
    TOO_LARGE,
    TIMEOUT,
    ABORTED,
    INTERRUPTED,
    LIMIT_REACHED,
    UNAVAILABLE,
    REFUSED,
    IO_ERROR,
    INTERNAL;

    /// The spelling in envelopes and logs.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
