package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs commands inside the fence the call was given.
///
/// While a command runs, its output is told as progress. What does not fit into a result goes to
/// the call's sidecar, byte for byte.
public interface Shell {

    /// For hosts that run no commands. A method, since a constant of an interface with default
    /// methods is made at every start of a program.
    static Shell none() {
        return unused -> {
            throw new HostException(ErrorCode.UNAVAILABLE, "This host runs no commands.");
        };
    }

    /// Runs one command to its end, or to the end of its time. Either way, and when interrupted,
    /// nothing it started is left; unless it is to go on in the background then.
    Ended run(Command command) throws IOException, InterruptedException;

    /// Starts a command that outlives the call, and ends with the session unless its fate says
    /// otherwise.
    default BackgroundProcess start(Command command) throws IOException, InterruptedException {
        throw new HostException(ErrorCode.UNAVAILABLE, "This host runs nothing in the background.");
    }

    /// The background processes of the session, also those that have ended, oldest first.
    default List<BackgroundProcess> background() throws IOException {
        return List.of();
    }

    /// A script for `bash`.
    ///
    /// @param workdir where it runs; empty for the root
    /// @param variables set for this command alone
    /// @param patience how long it may run; a background process has no such end
    /// @param outputBytes how much of its output is kept to be shown
    record Command(
            String script,
            Optional<WorkspacePath> workdir,
            Map<String, String> variables,
            Duration patience,
            int outputBytes) {

        public Command {
            variables = Map.copyOf(variables);
        }
    }

    /// How a command ended. A non-zero exit code is a result, not a failure.
    ///
    /// @param exitCode 0 for a command that goes on
    /// @param signal the name of the signal that ended it, such as `SIGKILL`
    /// @param cpu the time it and its children spent computing
    /// @param sandbox the fence that was in force
    /// @param remark what the reader should know about that fence
    /// @param processId where the command goes on, if it does
    record Ended(
            Cause cause,
            int exitCode,
            Optional<String> signal,
            Printed printed,
            Duration wall,
            Duration cpu,
            String sandbox,
            Optional<String> remark,
            Optional<String> processId) {}

    /// Who ended a command.
    enum Cause {
        /// It came to its own end.
        ITSELF,
        /// Its time was up.
        TIMEOUT,
        /// Nobody: its time was up, and it goes on in the background.
        GOES_ON
    }

    /// What a command printed, safe to show: no escape sequences, no control characters.
    ///
    /// @param output both streams in the order they were written
    /// @param cut whether the middle was left out; the sidecar has all of it then
    record Printed(String output, String stdout, String stderr, boolean cut) {}
}
