package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A command that goes on while the conversation does. It keeps its last output when it has ended.
public interface BackgroundProcess {

    String id();

    String command();

    /// How it ended; empty while it runs.
    OptionalInt exitCode();

    /// The name of the signal that ended it.
    Optional<String> signal();

    /// The fence it runs behind.
    String sandbox();

    /// What its output does not tell; empty while it runs.
    default Optional<String> remark() {
        return Optional.empty();
    }

    /// The last of what it printed.
    ///
    /// @param bytes how much at most
    String output(int bytes);

    /// What it printed since this was last asked for.
    ///
    /// @param bytes how much at most; what came before that is left out, and the text says so
    String news(int bytes);

    /// Waits until it has printed something that [#news] did not give yet, or has ended.
    ///
    /// @param most how long to wait at most
    void awaitNews(Duration most) throws InterruptedException;

    /// Types something into its standard input.
    void input(String text) throws IOException;

    /// Lets it read to the end of its standard input.
    void endInput() throws IOException;

    /// Whether it runs on a terminal, where characters such as Ctrl-C act as keys.
    boolean onTerminal();

    /// Sends a signal, by a name such as `SIGTERM`, to it and everything it started; on a terminal,
    /// to what is in its foreground.
    void send(String signal) throws IOException;

    /// What to know about how long it lives: that it outlives the session, or why it does not.
    default Optional<String> fate() {
        return Optional.empty();
    }

    default boolean running() {
        return exitCode().isEmpty();
    }
}
