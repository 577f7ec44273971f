package dev.deft.proxy;

import java.io.IOException;

/// Listens to the connections of the proxy.
@FunctionalInterface
public interface ConnectionListener {

    /// Ignores all connections.
    ConnectionListener NONE = _ -> {};

    void onConnection(Connection connection) throws IOException;

    /// An attempted or established connection.
    ///
    /// @param detail the address, or the reason it failed
    /// @param sent bytes from the command to the host
    /// @param received bytes from the host to the command
    record Connection(
            String host, int port, Outcome outcome, String detail, long sent, long received) {}

    /// The state of a connection.
    enum Outcome {
        OPENED,
        CLOSED,
        REFUSED,
        FAILED
    }
}
