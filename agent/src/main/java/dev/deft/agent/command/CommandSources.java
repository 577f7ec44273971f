package dev.deft.agent.command;

import dev.deft.agent.model.Part;
import java.util.List;
import java.util.Optional;

/// Where a slash command gets files and outputs from: calls under the rules of the session.
public interface CommandSources {

    /// Reads a file.
    ///
    /// @return its text, or pictures and documents; empty if there is no such file
    /// @throws CommandException if it may not be read
    Optional<List<Part>> read(String path) throws CommandException, InterruptedException;

    /// Runs a script.
    ///
    /// @return what it printed
    /// @throws CommandException if it may not be run
    String run(String script) throws CommandException, InterruptedException;
}
