package dev.deft.process.job;

import dev.deft.kernel.Spawn;
import java.io.IOException;

/// Starts a process, from whatever thread is fenced in.
@FunctionalInterface
public interface Spawner {

    /// Starts it.
    ///
    /// @return the number of the process
    int start(Spawn spawn) throws IOException, InterruptedException;
}
