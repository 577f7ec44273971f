package dev.deft.mcp.client.transport;

import java.io.IOException;
import java.io.Serial;

/// The server does not know the session any more.
public final class SessionLostException extends IOException {

    @Serial private static final long serialVersionUID = 1;

    SessionLostException() {
        super("The server has ended the session.");
    }
}
