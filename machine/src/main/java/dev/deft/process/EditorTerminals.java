package dev.deft.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Terminals of the user's editor in which commands can run, before the eyes of the user.
public interface EditorTerminals {

    /// Runs a command until it ends or times out, and closes its terminal.
    ///
    /// @param opened learns the id of the terminal as soon as the command runs
    /// @throws IOException if the editor opens no terminal, or says nothing more about it
    /// @throws InterruptedException if the call was cancelled; the command was ended
    Finished run(Order order, Consumer<String> opened) throws IOException, InterruptedException;

    /// A command.
    ///
    /// @param command the program and its arguments
    /// @param outputBytes how much of its output is kept
    record Order(List<String> command, Path directory, Duration timeout, int outputBytes) {

        public Order {
            command = List.copyOf(command);
        }
    }

    /// How a command ended.
    ///
    /// @param exitCode 128 and the number of a signal for a command that a signal ended, where the
    ///   editor says no more
    /// @param output both streams, as they were printed
    /// @param truncated whether the beginning is missing
    record Finished(
            boolean timedOut,
            int exitCode,
            Optional<String> signal,
            String output,
            boolean truncated) {}
}
