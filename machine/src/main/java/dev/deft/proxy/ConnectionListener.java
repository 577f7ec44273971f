package dev.deft.proxy;

import java.io.IOException;

/// Is told who was connected to, and who was not.
@FunctionalInterface
public interface ConnectionListener {

    /// For those who keep no record.
    ConnectionListener UNSEEN = _ -> {};

    void note(Passage passage) throws IOException;

    /// One connection.
    ///
    /// @param detail the address, or the reason
    /// @param sent bytes from the command to the host
    /// @param received bytes from the host to the command
    record Passage(
            String host, int port, Outcome outcome, String detail, long sent, long received) {}

    /// How far a connection got.
    enum Outcome {
        OPENED,
        CLOSED,
        REFUSED,
        FAILED
    }
}
