package dev.deft.process.job;

import dev.deft.process.tree.Signal;
import java.time.Duration;
import java.util.Optional;

/// How a job ended.
///
/// @param end the exit of its first process
/// @param cpu the CPU time of the command and its descendants
/// @param remark what the user should know besides the output
public record JobExit(ProcessExit end, Duration wall, Duration cpu, Optional<String> remark) {

    public int code() {
        return end.code();
    }

    public Optional<String> signal() {
        return end.signal().map(Signal::name);
    }

    /// The exit of a process.
    ///
    /// @param code the exit code, or 128 plus the signal number as in shells
    /// @param signal the signal that ended it; a script may also exit with such a code by itself
    public record ProcessExit(int code, Optional<Signal> signal) {

        public static final ProcessExit KILLED = killedBy(Signal.SIGKILL);

        static ProcessExit killedBy(Signal signal) {
            return new ProcessExit(128 + signal.number(), Optional.of(signal));
        }

        /// From the exit code a shell reports, which may stand for a signal.
        public static ProcessExit ofShell(int code) {
            return new ProcessExit(
                    code, code > 128 ? Signal.ofNumber(code - 128) : Optional.empty());
        }

        public static ProcessExit exited(int code) {
            return new ProcessExit(code, Optional.empty());
        }
    }

    JobExit remarked(Optional<String> other) {
        return new JobExit(end, wall, cpu, other.or(() -> remark));
    }
}
