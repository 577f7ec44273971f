package dev.deft.host;

import java.io.IOException;

/// The world said no, with a message fit for the model and the code of the envelope.
public final class HostException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /// An error of this kind.
    ///
    /// @param code of the envelope
    /// @param message one or two sentences for the model: what is so, and what to do about it
    public HostException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /// {@return the code of the envelope}
    public ErrorCode code() {
        return code;
    }
}
