package dev.deft.agent.loop;

import dev.deft.agent.model.Part;
import java.util.List;
import java.util.Optional;

/// Lists the files that a turn changed, and saves pictures of answers.
@FunctionalInterface
public interface RunFiles {

    /// {@return where a picture was saved; empty if it could not be}
    ///
    /// @param name of the file
    /// @param picture of an answer
    default Optional<String> save(String name, Part.Media picture) {
        return Optional.empty();
    }

    /// {@return the files changed since a turn began; empty if unknown}
    ///
    /// @param turn the number of the turn
    List<String> since(int turn);
}
