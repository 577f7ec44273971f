package dev.deft.bench.peers;

import java.util.Optional;

/// A request of an agent's loop, with the answer it got.
///
/// @param step how many calls have results in it
/// @param arrived when its last byte was read, by [System#nanoTime]
/// @param answered when the last byte of the answer was written
/// @param tools how many tools it offers
/// @param last the newest result in it
record ModelRequest(
        int step, long arrived, long answered, int bytes, int tools, Optional<ToolOutcome> last) {}
