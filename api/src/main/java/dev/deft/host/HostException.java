package dev.deft.host;

import java.io.IOException;

/// The world said no, with a message fit for the model and the code of the envelope.
public final class HostException extends IOException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public HostException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
