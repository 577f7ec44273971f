package dev.deft.lsp;

import java.io.IOException;

/// The server has ended, or broke the protocol.
final class LostServerException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String reason;

    LostServerException(String server, String reason) {
        super(
                "The language server %s is gone: %s. It is started again on its next use."
                        .formatted(server, reason));
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
