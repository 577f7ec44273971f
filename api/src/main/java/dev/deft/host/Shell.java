package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Runs commands inside the fence the call was given.
public interface Shell {

    /// For hosts that run no commands.
    Shell NONE =
            _ -> {
                throw new HostException(ErrorCode.UNAVAILABLE, "This host runs no commands.");
            };

    /// Runs one command to its end. Interruption ends the command and everything it started.
    Ended run(Command command) throws IOException, InterruptedException;

    /// A script for `bash`.
    ///
    /// @param workdir where it runs; empty for the root
    /// @param variables set for this command alone
    record Command(
            String script,
            Optional<WorkspacePath> workdir,
            Map<String, String> variables,
            Duration patience) {

        public Command {
            variables = Map.copyOf(variables);
        }
    }

    /// How a command ended. A non-zero exit code is a result, not a failure.
    ///
    /// @param output both streams in the order they were written
    /// @param sandbox the fence that was in force
    record Ended(
            int exitCode,
            Optional<String> signal,
            String output,
            String stdout,
            String stderr,
            String sandbox) {}
}
