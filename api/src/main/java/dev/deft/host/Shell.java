package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs commands in the sandbox of the call.
///
/// The output of a running command is reported as progress. Output that is too long for the result
/// goes to the sidecar of the call, byte for byte. The methods block, and any thread of the call
/// may use them.
public interface Shell {

    /// {@return a shell that rejects every command with [ErrorCode#UNAVAILABLE]}
    ///
    /// It is a method because a constant in an interface with default methods costs start-up time.
    static Shell none() {
        return unused -> {
            throw new HostException(ErrorCode.UNAVAILABLE, "This host runs no commands.");
        };
    }

    /// Runs a command until it ends or times out. Afterwards, and after an interrupt, none of its
    /// processes is left, unless it continues in the background.
    ///
    /// @param command to run
    /// @return the result
    /// @throws IOException if it could not be started
    /// @throws InterruptedException if the call was cancelled; the command was terminated
    Result run(Command command) throws IOException, InterruptedException;

    /// Starts a command in the background. It ends with the session, unless its
    /// [BackgroundProcess#lifetime] says otherwise.
    ///
    /// @param command to start
    /// @return the process, which belongs to the session
    /// @throws IOException if it could not be started, or the host does not support it
    /// @throws InterruptedException if the call was cancelled before it started
    default BackgroundProcess start(Command command) throws IOException, InterruptedException {
        throw new HostException(ErrorCode.UNAVAILABLE, "This host runs nothing in the background.");
    }

    /// {@return the background processes of the session, including ended ones, oldest first}
    ///
    /// @throws IOException if they cannot be listed
    default List<BackgroundProcess> background() throws IOException {
        return List.of();
    }

    /// A script for `bash`.
    ///
    /// @param script the text
    /// @param workdir the working directory; empty for the root
    /// @param variables set for this command only
    /// @param timeout of the command; does not apply to background processes
    /// @param outputBytes how much of its output the result has at most
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

    /// The result of a command. A non-zero exit code is not a failure of the call.
    ///
    /// @param cause why it ended
    /// @param exitCode 0 for a command that continues in the background
    /// @param signal that terminated it, such as `SIGKILL`
    /// @param output of the command
    /// @param wall the elapsed time
    /// @param cpu the CPU time of the process tree
    /// @param sandbox the name of its sandbox
    /// @param note about the sandbox, for the reader
    /// @param processId of the background process, if it continues there
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

    /// Why a command ended.
    enum Cause {
        /// It exited.
        EXITED,
        /// It timed out and was terminated.
        TIMEOUT,
        /// It timed out and continues in the background.
        MOVED_TO_BACKGROUND
    }

    /// The output of a command, without escape sequences and control characters.
    ///
    /// @param output both streams in the order they were written
    /// @param stdout standard output
    /// @param stderr standard error
    /// @param truncated whether the middle is omitted; the sidecar has all of it
    record Output(String output, String stdout, String stderr, boolean truncated) {}
}
