package dev.deft.bench.terminal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program that talks to a user at a terminal.
///
/// @param words the program, by its full path, and its arguments
/// @param prompt what it shows once it waits for the user
public record TerminalProgram(
        String name,
        List<String> words,
        Map<String, String> environment,
        Path directory,
        String prompt) {

    /// Copies the words and the environment.
    public TerminalProgram {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }
}
