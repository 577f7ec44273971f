package dev.deft.process;

import java.time.Duration;
import java.util.Optional;

/// How a job ended.
///
/// @param code the exit code; as shells have it, 128 and the number of a signal
/// @param cpu the time it and what it waited for spent computing
/// @param remark what its output does not tell
record Exit(int code, Duration wall, Duration cpu, Optional<String> remark) {

    Optional<String> signal() {
        return code > 128 ? Signal.ofNumber(code - 128).map(Signal::name) : Optional.empty();
    }
}
