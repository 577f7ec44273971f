package dev.deft.rpc;

import java.io.IOException;
import java.io.Serial;

/// The connection ended before a request was answered. Whether the peer acted on it is unknown.
public final class ConnectionClosedException extends IOException {

    @Serial private static final long serialVersionUID = 1;

    ConnectionClosedException(String message) {
        super(message);
    }
}
