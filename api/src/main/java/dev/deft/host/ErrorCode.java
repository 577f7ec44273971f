package dev.deft.host;

import java.util.Locale;

/// Why a call failed. The set is closed: recorders count by it and clients colour by it.
public enum ErrorCode {
    /// There is no tool of this name.
    UNKNOWN_TOOL,
    /// The arguments do not fit the parameters of the tool.
    INVALID_ARGUMENTS,
    /// The call would leave what the tool declares or the agent may use.
    CAPABILITY_DENIED,
    /// A rule or a person denies it, or nobody was there to ask.
    PERMISSION_DENIED,
    /// The watchdog denies it.
    WATCHDOG_DENIED,
    /// The sandbox that was asked for cannot be had, or stopped the call.
    SANDBOX_DENIED,
    /// What the call names is not there.
    NOT_FOUND,
    /// Something else is there already, or changed meanwhile.
    CONFLICT,
    /// It is larger than the tool can take.
    TOO_LARGE,
    /// The time of the call was up.
    TIMEOUT,
    /// Somebody cancelled the call.
    ABORTED,
    /// The process ended while the call ran; what it did is not known.
    INTERRUPTED,
    /// A limit on calls or entries is reached.
    LIMIT_REACHED,
    /// The host or the tool cannot do this here.
    UNAVAILABLE,
    /// The tool does not do this, whoever asks.
    REFUSED,
    /// A file, a process or a connection failed.
    IO_ERROR,
    /// The tool or Deft has a bug; the log has the details.
    INTERNAL;

    /// {@return the spelling in envelopes and logs, such as `not_found`}
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
