package dev.deft.agent.channel;

import java.io.IOException;
import java.util.List;

/// Runs a program of the user with a text as its input.
@FunctionalInterface
public interface ChannelProgram {

    /// Runs it and waits until it ends.
    ///
    /// @throws IOException if it cannot be started, fails or takes too long; the message says
    ///   which, such as `ended with exit code 3`
    void run(List<String> command, String input) throws IOException, InterruptedException;
}
