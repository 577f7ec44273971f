package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A command that goes on while the conversation does. It keeps its last output when it has ended.
///
/// All methods may be called from any thread, also after the end of the process. The session ends
/// the process when it is closed, unless [#lifetime] says otherwise.
public interface BackgroundProcess {

    /// {@return the name to find the process by, unique in its session}
    String id();

    /// {@return the script as it was given}
    String command();

    /// {@return how it ended; empty while it runs}
    OptionalInt exitCode();

    /// {@return the name of the signal that ended it, such as `SIGKILL`; empty where none did}
    Optional<String> signal();

    /// {@return the name of the sandbox it runs in}
    String sandbox();

    /// {@return what the output does not tell about how it ended; empty while it runs}
    default Optional<String> endNote() {
        return Optional.empty();
    }

    /// {@return the last of what it printed, with control characters removed}
    ///
    /// @param bytes how much at most
    String output(int bytes);

    /// {@return what it printed since this method was last called, by anybody}
    ///
    /// @param bytes how much at most; what came before that is left out, and the text says so
    String newOutput(int bytes);

    /// Waits until it has printed something that [#newOutput] did not give yet, or has ended.
    ///
    /// @param most how long to wait at most
    /// @throws InterruptedException when the call was cancelled
    void awaitNewOutput(Duration most) throws InterruptedException;

    /// Writes to its standard input.
    ///
    /// @param text is sent as UTF-8, without a line feed of its own
    /// @throws IOException when the process no longer reads, or has ended
    void input(String text) throws IOException;

    /// Closes its standard input.
    ///
    /// @throws IOException when the process has ended
    void closeInput() throws IOException;

    /// {@return whether it runs on a terminal, where characters such as Ctrl-C act as keys}
    boolean onTerminal();

    /// Sends a signal to the process and everything it started; on a terminal, to what is in its
    /// foreground.
    ///
    /// @param signal a name such as `SIGTERM`
    /// @throws IOException when there is no such signal, or nothing left to send it to
    void send(String signal) throws IOException;

    /// {@return what to know about how long it lives: that it outlives the session, or why it does
    /// not}
    default Optional<String> lifetime() {
        return Optional.empty();
    }

    /// {@return whether it has not ended yet}
    default boolean running() {
        return exitCode().isEmpty();
    }
}
