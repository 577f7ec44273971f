package dev.deft.process.job;

import dev.deft.kernel.Spawn;
import java.io.IOException;

/// Starts a process, possibly from a thread that Landlock restricts.
@FunctionalInterface
public interface Spawner {

    /// Starts a process.
    ///
    /// @return the process id
    int start(Spawn spawn) throws IOException, InterruptedException;
}
