package dev.deft.host;

import java.io.IOException;

/// An error of the host, with a message for the model and an error code.
public final class HostException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /// Creates an error.
    ///
    /// @param code of the failure
    /// @param message one or two sentences for the model: what is wrong and what to do
    public HostException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /// {@return the code of the failure}
    public ErrorCode code() {
        return code;
    }
}
