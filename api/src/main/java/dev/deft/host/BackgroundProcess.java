package dev.deft.host;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// A command that runs in the background. Its last output stays available after it has ended.
///
/// All methods may be called from any thread, also after the process has ended. Closing the session
/// terminates the process, unless [#lifetime] says otherwise.
public interface BackgroundProcess {

    /// {@return the id of the process, unique in its session}
    String id();

    /// {@return the script}
    String command();

    /// {@return the exit code; empty while it runs}
    OptionalInt exitCode();

    /// {@return the signal that terminated it, such as `SIGKILL`}
    Optional<String> signal();

    /// {@return the name of the sandbox it runs in}
    String sandbox();

    /// {@return what the output does not say about its end; empty while it runs}
    default Optional<String> endNote() {
        return Optional.empty();
    }

    /// {@return the end of its output, without control characters}
    ///
    /// @param bytes how much at most
    String output(int bytes);

    /// {@return the output since the last call of this method, on any thread}
    ///
    /// @param bytes how much at most; earlier output is omitted, with a note in the text
    String newOutput(int bytes);

    /// Waits until there is output that [#newOutput] has not returned yet, or the process has
    /// ended.
    ///
    /// @param timeout how long to wait at most
    /// @throws InterruptedException if the call was cancelled
    void awaitNewOutput(Duration timeout) throws InterruptedException;

    /// Writes to its standard input.
    ///
    /// @param text is sent as UTF-8; no line feed is added
    /// @throws IOException if the process has closed its input or ended
    void input(String text) throws IOException;

    /// Closes its standard input.
    ///
    /// @throws IOException if the process has ended
    void closeInput() throws IOException;

    /// {@return whether it runs in a terminal, where control characters such as Ctrl-C act as keys}
    boolean onTerminal();

    /// Sends a signal to the process tree; in a terminal, to the foreground process group.
    ///
    /// @param signal a name such as `SIGTERM`
    /// @throws IOException if the signal does not exist or no process is left
    void send(String signal) throws IOException;

    /// {@return whether it outlives the session, or why not, as a sentence}
    default Optional<String> lifetime() {
        return Optional.empty();
    }

    /// {@return whether it is still running}
    default boolean running() {
        return exitCode().isEmpty();
    }
}
