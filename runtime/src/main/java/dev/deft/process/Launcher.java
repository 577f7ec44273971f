package dev.deft.process;

import dev.deft.sandbox.Tier;
import java.io.IOException;

/// Starts commands, all behind the same fence.
interface Launcher extends AutoCloseable {

    /// The fence.
    Tier tier();

    /// Starts a command.
    ///
    /// @param sink takes its output, on the job's own thread
    Job launch(Order order, Sink sink) throws IOException, InterruptedException;

    /// Ends every job at once, and the fence with them.
    @Override
    void close();
}
