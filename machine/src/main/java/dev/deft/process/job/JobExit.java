package dev.deft.process.job;

import dev.deft.process.tree.Signal;
import java.time.Duration;
import java.util.Optional;

/// How a job ended.
///
/// @param end of its first process
/// @param cpu the time it and what it waited for spent computing
/// @param remark what its output does not tell
public record JobExit(End end, Duration wall, Duration cpu, Optional<String> remark) {

    public int code() {
        return end.code();
    }

    public Optional<String> signal() {
        return end.signal().map(Signal::name);
    }

    /// The end of a process.
    ///
    /// @param code the exit code; as shells have it, 128 and the number of a signal
    /// @param signal what ended it; a script may well exit with such a code without any
    public record End(int code, Optional<Signal> signal) {

        public static final End KILLED = by(Signal.SIGKILL);

        static End by(Signal signal) {
            return new End(128 + signal.number(), Optional.of(signal));
        }

        /// What a shell says of a process: it may mean a signal.
        public static End ofShell(int code) {
            return new End(code, code > 128 ? Signal.ofNumber(code - 128) : Optional.empty());
        }

        public static End itself(int code) {
            return new End(code, Optional.empty());
        }
    }

    JobExit remarked(Optional<String> other) {
        return new JobExit(end, wall, cpu, other.or(() -> remark));
    }
}
