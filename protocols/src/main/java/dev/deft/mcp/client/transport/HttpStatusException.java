package dev.deft.mcp.client.transport;

import java.io.IOException;
import java.io.Serial;

/// A server answered with an HTTP status that is an error, and without a JSON-RPC message.
public final class HttpStatusException extends IOException {

    @Serial private static final long serialVersionUID = 1;

    private final int status;

    HttpStatusException(int status, String text) {
        super(
                text.isBlank()
                        ? "The server answered with the status %d.".formatted(status)
                        : "The server answered with the status %d: %s".formatted(status, text));
        this.status = status;
    }

    public int status() {
        return status;
    }
}
