package dev.deft.process.job;

import dev.deft.process.tree.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// A command at work. Everybody may ask and signal; its own thread does the rest.
public interface Job {

    /// How long it has between being asked to end and being made to.
    Duration GRACE = Duration.ofSeconds(2);

    /// How it ended, once it has, with everything it started; empty when it takes longer.
    Optional<JobExit> await(Duration timeout) throws InterruptedException;

    /// How it ended, if it has.
    Optional<JobExit> exit();

    /// Sends a signal to the command and everything below it.
    void signal(Signal signal);

    /// Asks everything to end, and sees to it that it does; returns at once.
    void terminate();

    /// Types into its standard input.
    void input(byte[] bytes) throws IOException;

    /// Lets it read to the end of its standard input.
    void endInput() throws IOException;

    /// Whether it runs on a terminal that control keys can be sent to.
    boolean onTerminal();
}
