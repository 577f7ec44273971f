package dev.deft.agent.channel;

import dev.deft.host.Network;
import java.io.IOException;
import java.util.Optional;

/// The channels of a session, as one call may use them.
@FunctionalInterface
public interface Channels {

    /// Sends a message.
    ///
    /// @param to the address
    /// @param replyTo the message that it answers
    /// @param network what the call may reach
    /// @throws IOException if there is no such channel, or the message did not arrive
    Channel.Sent send(String to, String content, Optional<String> replyTo, Network network)
            throws IOException, InterruptedException;
}
