package dev.deft.agent.model.http;

import java.io.IOException;

/// A proxy refused a tunnel.
final class TunnelException extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int AUTHENTICATION_REQUIRED = 407;

    private final int status;

    TunnelException(int status) {
        super("Tunnel failed, got: " + status);
        this.status = status;
    }

    /// Whether the proxy wants a name and a password, or others.
    boolean wantsCredentials() {
        return status == AUTHENTICATION_REQUIRED;
    }
}
