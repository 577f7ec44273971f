package dev.deft.process.job;

import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A running command. Any thread may query or signal it; its own thread does the rest, or for a
/// short while the thread that awaits it.
public interface Job {

    /// How long a thread that awaits a command does the work of the job's own thread. Most commands
    /// end within it, and then no thread has to wake another. It blocks a carrier of virtual
    /// threads, so it is not longer than that.
    Duration ATTENDANCE = Duration.ofMillis(4);

    /// The time between SIGTERM and SIGKILL.
    Duration GRACE = Duration.ofSeconds(2);

    /// Waits until the command and all its descendants have ended; empty on timeout.
    Optional<JobExit> await(Duration timeout) throws InterruptedException;

    /// How it ended; empty while it runs.
    Optional<JobExit> exit();

    /// Sends a signal to the command and its descendants.
    void signal(Signal signal);

    /// Sends SIGTERM to everything and SIGKILL after [#GRACE]; returns at once.
    void terminate();

    /// Writes to its standard input.
    void input(byte[] bytes) throws IOException;

    /// Closes its standard input.
    void endInput() throws IOException;

    /// Whether it runs on a terminal that accepts control keys.
    boolean onTerminal();

    /// The first process of the command, or of the sandbox it runs in; empty once it has ended.
    OptionalInt firstProcess();
}
