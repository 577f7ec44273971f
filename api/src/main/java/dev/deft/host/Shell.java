package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs commands in the sandbox of the call.
///
/// While a command runs, its output is reported as progress. What does not fit into a result goes
/// to the call's sidecar, byte for byte. The methods block, and may be called from several threads
/// of the call.
public interface Shell {

    /// For hosts that run no commands. A method, since a constant of an interface with default
    /// methods is made at every start of a program.
    ///
    /// @return a shell that refuses every command with [ErrorCode#UNAVAILABLE]
    static Shell none() {
        return unused -> {
            throw new HostException(ErrorCode.UNAVAILABLE, "This host runs no commands.");
        };
    }

    /// Runs one command to its end, or to the end of its time. Either way, and when interrupted, no
    /// process it started is left, unless it goes on in the background then.
    ///
    /// @param command to run
    /// @return how it ended
    /// @throws IOException when it could not be started
    /// @throws InterruptedException when the call was cancelled; the command has then been ended
    Result run(Command command) throws IOException, InterruptedException;

    /// Starts a command that outlives the call, and ends with the session unless its fate says
    /// otherwise.
    ///
    /// @param command to start
    /// @return the process, which the session owns
    /// @throws IOException when it could not be started, or this host has no background
    /// @throws InterruptedException when the call was cancelled before it started
    default BackgroundProcess start(Command command) throws IOException, InterruptedException {
        throw new HostException(ErrorCode.UNAVAILABLE, "This host runs nothing in the background.");
    }

    /// {@return the background processes of the session, also those that have ended, oldest first}
    ///
    /// @throws IOException when they cannot be listed
    default List<BackgroundProcess> background() throws IOException {
        return List.of();
    }

    /// A script for `bash`.
    ///
    /// @param script its text
    /// @param workdir where it runs; empty for the root
    /// @param variables set for this command alone
    /// @param timeout how long it may run; a background process has no such end
    /// @param outputBytes how much of its output is kept to be shown
    record Command(
            String script,
            Optional<WorkspacePath> workdir,
            Map<String, String> variables,
            Duration timeout,
            int outputBytes) {

        /// Copies the variables.
        public Command {
            variables = Map.copyOf(variables);
        }
    }

    /// How a command ended. A non-zero exit code is a result, not a failure.
    ///
    /// @param cause who ended it
    /// @param exitCode 0 for a command that goes on
    /// @param signal the name of the signal that ended it, such as `SIGKILL`
    /// @param printed what it printed
    /// @param wall how long it took
    /// @param cpu the time it and its children spent computing
    /// @param sandbox the name of the sandbox it ran in
    /// @param remark what the reader should know about that sandbox
    /// @param processId where the command goes on, if it does
    record Result(
            Cause cause,
            int exitCode,
            Optional<String> signal,
            Output output,
            Duration wall,
            Duration cpu,
            String sandbox,
            Optional<String> note,
            Optional<String> processId) {}

    /// Who ended a command.
    enum Cause {
        /// It came to its own end.
        EXITED,
        /// Its time was up.
        TIMEOUT,
        /// Nobody: its time was up, and it goes on in the background.
        MOVED_TO_BACKGROUND
    }

    /// What a command printed, safe to show: no escape sequences, no control characters.
    ///
    /// @param output both streams in the order they were written
    /// @param stdout what it wrote to its standard output
    /// @param stderr what it wrote to its standard error
    /// @param cut whether the middle was left out; the sidecar has all of it then
    record Output(String output, String stdout, String stderr, boolean truncated) {}
}
