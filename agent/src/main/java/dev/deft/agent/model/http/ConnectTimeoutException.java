package dev.deft.agent.model.http;

import java.io.IOException;

/// No connection could be made in time.
final class ConnectTimeoutException extends IOException {

    private static final long serialVersionUID = 1L;

    ConnectTimeoutException() {
        super("no connection in time");
    }
}
