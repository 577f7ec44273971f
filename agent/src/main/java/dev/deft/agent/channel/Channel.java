package dev.deft.agent.channel;

import dev.deft.host.Network;
import java.io.IOException;

/// Delivers messages to the addresses of one kind. Thread-safe.
@FunctionalInterface
public interface Channel {

    /// Delivers a message and waits until it has arrived.
    ///
    /// @param network what the call may reach
    /// @throws IOException if it did not arrive, or nobody knows; the message says what to do
    Sent send(OutgoingMessage message, Network network) throws IOException, InterruptedException;

    /// What became of a message.
    enum Sent {
        /// It has arrived.
        SENT,
        /// A session that is open has it, and reads it after its current run.
        QUEUED,
        /// It is in the log of a session, which reads it in its next run.
        STORED
    }
}
