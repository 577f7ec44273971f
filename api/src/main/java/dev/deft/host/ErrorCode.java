package dev.deft.host;

import java.util.Locale;

/// Why a call failed.
public enum ErrorCode {
    /// There is no tool of this name.
    UNKNOWN_TOOL,
    /// The arguments are invalid.
    INVALID_ARGUMENTS,
    /// The call exceeds what the tool declares or the agent may use.
    CAPABILITY_DENIED,
    /// A rule or the approver denied the call, or there was no approver to ask.
    PERMISSION_DENIED,
    /// The watchdog denied the call.
    WATCHDOG_DENIED,
    /// The requested sandbox is not available, or stopped the call.
    SANDBOX_DENIED,
    /// A file or another resource does not exist.
    NOT_FOUND,
    /// The target already exists, or was changed in the meantime.
    CONFLICT,
    /// The input is too large for the tool.
    TOO_LARGE,
    /// The call timed out.
    TIMEOUT,
    /// The call was cancelled.
    ABORTED,
    /// Deft ended while the call ran; its effects are unknown.
    INTERRUPTED,
    /// A limit on calls or entries was reached.
    LIMIT_REACHED,
    /// The host or the tool does not support this here.
    UNAVAILABLE,
    /// The tool never does this.
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
